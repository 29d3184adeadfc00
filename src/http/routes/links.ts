import { generateToken, hashToken } from '../../access/links.ts'
import { actorOf } from '../../access/visitor.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { find as findDataset } from '../../catalogue/index.ts'
import { notReady, problem } from '../../errors.ts'
import { integer, line, oneOf as oneOfField, withDefault } from '../../fields.ts'
import { publishedName } from '../../lake/publishedFiles.ts'
import { everyFormat, formats } from '../../query/formats/formats.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { addLink, type Link, listLinks, revokeLink } from '../../store/links.ts'
import { assertTier } from '../admission/tier.ts'
import { idempotencyFails, idempotent, madeHeaders } from '../openapi/made.ts'
import { pathParameter } from '../openapi/parameters.ts'
import { rowHeaders, rowsResponse } from '../openapi/rows.ts'
import * as schema from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { collectFaults, faultOf, splitQuery } from '../request/query.ts'
import { type Admitted, route } from '../route.ts'
import { onceOf, openFile } from '../rows/files.ts'
import { readLinkedQuery, rowsOfLink } from '../rows/linkedQuery.ts'
import type { Services } from '../services.ts'

/** Links of an account that work at the same time. */
const mostLinks = 100
const hour = 3_600
/** Files of a version are kept for this long after a newer one. */
const longestSeconds = 24 * hour
const kinds = ['rows', 'files'] as const

const linkProperties = {
  id: schema.positive('Number of the link'),
  kind: schema.oneOf(kinds, 'rows: the response of one query; files: the Parquet files of one dataset'),
  dataset: schema.datasetName,
  query: schema.string('Parameters of the query, format and limit among them; empty for files'),
  key_id: schema.positive('Number of the key that made it; the link ends with that key'),
  created_at: schema.instant('When it was made'),
  expires_at: schema.instant('When it ends'),
  revoked_at: schema.nullable(schema.instant('When it was revoked; null if it was not')),
} as const

const listed = (link: Link) => schema.inSnakeCase(linkProperties, link)

const linkSchema = schema.object('Link', 'A link without its address', linkProperties)

const idParameter = pathParameter(
  'id',
  'Number of one of your links, as the list of links has it',
  '連結編號，見連結清單',
  schema.positive('Number of a link'),
)

/** The rows of a link, for its owner's tier. */
async function readLinked({ request, params, sender }: Admitted, link: Link, dataset: Dataset, services: Services) {
  const { faults, strangers } = splitQuery(request.query, [])
  collectFaults(faults, strangers)
  if (readLinkedQuery(services, dataset, link.query).file !== params.file) throw problem('unknown_link', [])
  assertTier(dataset.tier, sender.caller!.tier)
  await services.pageWaiter.wait(dataset.name)
  if (link.isWhole) await rowsOfLink(services, dataset, { query: link.query, isWhole: true })
  return services.rows.read(request, dataset, link.query, sender.caller!.tier)
}

/** What a link opens: a query or one of the files of a dataset, as a call of its owner. */
export const useLink = route('GET /v1/linked/{token}/{file}', 'useLink', {
  tag: 'data',
  about: {
    en: 'The rows or the file that a link opens, without a key; the address is in the response of POST /v1/links.',
    zh: '不需金鑰，讀取連結所開啟的資料列或檔案；網址見 POST /v1/links 的回應。',
  },
  auth: 'link',
  once: ({ file }, { caller, link }) =>
    link?.kind === 'files' && caller ? onceOf(caller, link.dataset, file!) : undefined,
  head: [
    pathParameter('token', 'Secret part of the address', '網址中的密鑰', {
      type: 'string',
      pattern: '^fmsl_[\\w-]{32}$',
    }),
    pathParameter('file', 'Name of the file, as the address has it', '檔名，與網址相同', { type: 'string' }),
  ],
  responses: {
    200: {
      description: 'The rows, or the whole file',
      schema: rowsResponse,
      otherTypes: Object.fromEntries(
        everyFormat.filter((name) => name !== 'json').map((name) => [formats[name].type, { type: 'string' }]),
      ),
      headers: [...rowHeaders, 'Link?', 'Accept-Ranges?'],
    },
    206: {
      description: 'The part of the file that Range names',
      type: formats.parquet.type,
      schema: { type: 'string' },
      headers: ['ETag', 'X-Data-Version', 'X-Data-Origin', 'Accept-Ranges', 'Content-Disposition', 'Content-Range'],
    },
  },
  // Rows and files have an ETag; failures do not.
  etag: 'sometimes',
  fails: [
    'unknown_link',
    'link_expired',
    'link_revoked',
    'unknown_file',
    'range_not_satisfiable',
    'tier_required',
    'invalid_parameter',
    'quota_exceeded',
    'address_limited',
    'unread_answers',
    'too_busy',
    'unavailable',
    'not_ready',
  ],
  async reply(admitted, services) {
    const { request, params, sender } = admitted
    const link = sender.link!
    if (link.kind === 'files') {
      const dataset = datasetNamed(link.dataset)
      assertTier(dataset.tier, sender.caller!.tier)
      return openFile(request, dataset, params.file!, services)
    }
    const dataset = findDataset(link.dataset)
    if (!dataset) throw problem('link_revoked', [])
    return readLinked(admitted, link, dataset, services)
  },
})

/** The path of a file of a link. */
const pathOf = (token: string, file: string): string =>
  useLink.path.replace('{token}', token).replace('{file}', encodeURIComponent(file))

export const createLink = route('POST /v1/links', 'createLink', {
  tag: 'data',
  about: {
    en: 'Make a link that opens one query, or the files of one dataset, without a key until it expires; its address is shown once.',
    zh: '建立不需金鑰的限時連結，可開啟一項查詢或一個資料集的檔案；網址僅顯示一次。',
  },
  guide: {
    bulk: [
      {
        en: `Programs that send no headers (Excel, Google Sheets, DuckDB, \`pd.read_csv\`) read by a link. \`POST /v1/links\` with \`dataset\` and \`query\` (its parameters, such as \`stock_id=2330&format=csv\`), or with \`kind: "files"\`, gives addresses that need no key. A link ends after \`expires_in\` seconds (${hour} when left out, ${longestSeconds} at most), when it is revoked, and with the key that made it; it counts against the quota of its owner. Whoever has the address can read: treat it as a password.`,
        zh: `無法傳送標頭的程式（Excel、Google 試算表、DuckDB、\`pd.read_csv\`）可透過連結讀取。以 \`POST /v1/links\` 傳送 \`dataset\` 與 \`query\`（查詢參數，如 \`stock_id=2330&format=csv\`），或 \`kind: "files"\`，即可取得不需金鑰的網址。連結於 \`expires_in\` 秒後到期（預設 ${hour}，上限 ${longestSeconds}），撤銷連結或建立它的金鑰失效時亦終止；呼叫計入擁有者的額度。取得網址者即可讀取，請比照密碼保管。`,
      },
      {
        en: 'A link of a query answers with one page. Without `limit` it has every row, and a query with more rows than a page may hold is refused instead of cut; with `limit` it has so many of the first rows.',
        zh: '查詢連結僅回傳一頁。未指定 `limit` 時必為全部資料列，超過單頁上限的查詢會被拒絕而非截斷；指定 `limit` 則回傳前若干列。',
      },
    ],
  },
  auth: 'key',
  counts: 'links',
  body: {
    dataset: line('Name of the dataset', '資料集名稱', { min: 1, max: 100 }),
    kind: withDefault(oneOfField(kinds, 'rows or files', 'rows（查詢）或 files（檔案）'), 'rows'),
    query: withDefault(
      line('Parameters of the query, as they stand after the question mark', '查詢參數，即問號之後的內容', {
        min: 0,
        max: 4_000,
      }),
      '',
    ),
    expires_in: withDefault(
      integer('Seconds until the link ends', '連結有效秒數', { min: 60, max: longestSeconds }),
      hour,
    ),
  },
  responses: {
    201: {
      schema: schema.object('MadeLink', 'A link that was made just now', {
        ...linkProperties,
        rows: schema.count('Rows that the link opens now'),
        urls: schema.listOf(
          schema.uri('An address without a key, shown this once'),
          'One address for rows, one for each file',
        ),
      }),
      headers: ['X-Warning?', ...madeHeaders],
    },
  },
  ...idempotent,
  fails: ['unknown_dataset', 'too_many_links', 'not_ready', ...idempotencyFails],
  async handle({ caller, body, visitor, siteUrl }, services) {
    const { database, peppers, now, manifest, pageWaiter } = services
    const dataset = datasetNamed(body.dataset)
    assertTier(dataset.tier, caller.tier)
    const current = manifest()
    if (!current) throw notReady()
    const isFiles = body.kind === 'files'
    if (isFiles && body.query !== '')
      throw faultOf('query', { en: 'has no meaning for files', zh: '對檔案連結沒有意義' })
    await pageWaiter.wait(dataset.name)
    const linked = isFiles ? null : readLinkedQuery(services, dataset, body.query)
    const { parts = [], rows: stored = 0 } = current.datasets[dataset.name] ?? {}
    // Programs that open a link do not show the headers of its responses: warnings are returned here.
    const { rows, warnings } =
      linked === null ? { rows: stored, warnings: [] } : await rowsOfLink(services, dataset, linked)
    const token = generateToken()
    const at = now()
    const link = await addLink(
      actingAs(database, actorOf(visitor, 'user', at)),
      {
        userId: caller.userId,
        keyId: caller.keyId!,
        hash: hashToken(peppers[0], token),
        kind: body.kind,
        dataset: dataset.name,
        query: linked?.query ?? '',
        isWhole: linked?.isWhole ?? false,
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + body.expires_in * 1_000).toISOString(),
      },
      mostLinks,
    )
    if (!link) throw problem('too_many_links', [mostLinks])
    const files = linked === null ? parts.map(publishedName) : [linked.file]
    return {
      status: 201,
      headers: { Location: `/v1/links/${link.id}` },
      warnings,
      body: { ...listed(link), rows, urls: files.map((file) => `${siteUrl}${pathOf(token, file)}`) },
    }
  },
})

export const listOfLinks = route('GET /v1/links', 'listLinks', {
  tag: 'data',
  about: {
    en: 'Your links, newest first, those that ended within a week too; never their addresses.',
    zh: '您的連結，由新到舊，含一週內失效者；不含網址。',
  },
  auth: 'caller',
  responses: {
    200: { schema: schema.object('LinkList', 'Your links', { links: schema.listOf(linkSchema) }) },
  },
  handle: async ({ caller }, { database }) => ({
    body: { links: (await listLinks(database, caller.userId)).map(listed) },
  }),
})

export const showLink = route('GET /v1/links/{id}', 'showLink', {
  tag: 'data',
  about: { en: 'One of your links, without its address.', zh: '您的一個連結，不含網址。' },
  head: [idParameter],
  auth: 'caller',
  responses: { 200: { schema: linkSchema } },
  fails: ['unknown_link'],
  async handle({ caller, params: { id = '' } }, { database }) {
    const link = (await listLinks(database, caller.userId)).find((one) => String(one.id) === id)
    if (!link) throw problem('unknown_link', [])
    return { body: listed(link) }
  },
})

export const revokeLinkRoute = route('DELETE /v1/links/{id}', 'revokeLink', {
  tag: 'data',
  about: { en: 'Revoke a link; it stops working at once.', zh: '撤銷連結，立即失效。' },
  head: [idParameter],
  auth: 'caller',
  responses: { 200: { schema: linkSchema } },
  fails: ['unknown_link'],
  async handle({ caller, params, visitor }, { database, now }) {
    const { id = '' } = params
    const at = now()
    const as = actingAs(database, actorOf(visitor, 'user', at))
    const link = /^\d{1,9}$/.test(id) ? await revokeLink(as, caller.userId, Number(id), at.toISOString()) : null
    if (!link) throw problem('unknown_link', [])
    return { body: listed(link) }
  },
})
