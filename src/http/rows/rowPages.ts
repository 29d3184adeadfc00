import type { Dataset, Tier } from '../../catalogue/dataset.ts'
import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { DamagedFile, ifMissing } from '../../disk.ts'
import { type Language, problem } from '../../errors.ts'
import type { Fault } from '../../fields.ts'
import type { OpenPages } from '../../pages/open.ts'
import { answer, dryRun, type EncodedPage, leastCompressed, plan, type QueryPlan } from '../../query/answer.ts'
import { type Form, formatOf } from '../../query/formats/formats.ts'
import { type PageParts, pageColumns, partsOf, wideColumns } from '../../query/formats/page.ts'
import { type Query, type ReadQuery, readParameters, type Warning } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { warningLines } from '../../query/warnings.ts'
import { turnNameOf } from '../admission/sender.ts'
import { attempt, chain } from '../chain.ts'
import { acceptsGzip, mostOnce } from '../reply/encoding.ts'
import { problemOf } from '../reply/failed.ts'
import { mostHeadBytes } from '../reply/head.ts'
import { type Headers, headersOf, type Reply } from '../reply.ts'
import { assertAcceptable, jsonType } from '../request/accept.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { assertNotAfter } from '../request/instant.ts'
import { collectFaults, faultOf, isStrict, languageOf, matches } from '../request/query.ts'
import { splitRowQuery } from '../request/rowQuery.ts'
import type { BaseServices, PageRequest, RowPages } from '../services.ts'
import { warningList } from '../warningList.ts'
import { allocate, createBufferPool } from './bufferPool.ts'
import { chooseForm, fileName, isCalendar } from './form.ts'
import { createHotPages, hotName } from './hotPages.ts'
import { withCells } from './withCells.ts'

const jsonHeader = ['Content-Type', 'application/json; charset=utf-8'] as const
const cacheable = ['Cache-Control', 'private, no-cache'] as const
/** Answers up to this size are handed on as text, which leaves in one piece with its headers. */
const smallBytes = 12 << 10

/** Pages behind a cursor that are longer than this are not kept ready to send. */
const walkBytes = 256 << 10

/** A valid request for rows. */
type Wanted = {
  readonly request: PageRequest
  readonly dataset: Dataset
  readonly query: string
  readonly tier: Tier
  /** Bytes that the receipt of a payment takes of its head; 0 for a page that is not sold. */
  readonly receiptBytes: number
  readonly parsed: ReadQuery
  readonly isStrict: boolean
  /** Null for plain JSON; the form of a request with a cursor follows from the cursor too. */
  readonly form: Form | null
}

/** Reads the parameters of a query; every fault of it is reported at once. */
function readWanted(
  { now }: Pick<BaseServices, 'now'>,
  request: PageRequest,
  dataset: Dataset,
  query: string,
  tier: Tier,
  receiptBytes: number,
): Wanted {
  const { given, faults, strangers } = splitRowQuery(dataset, query)
  const parsed = readParameters(dataset, given, faults)
  assertNotAfter(now, parsed.query.asOf, faults)
  const form =
    parsed.cursor === null
      ? chooseForm(parsed, request.headers.accept, null, faults, isCalendar(dataset, parsed.query))
      : null
  // The size of a result is JSON whatever the format of the rows.
  if (parsed.dryRun) assertAcceptable(request, [jsonType])
  const mustApply = isStrict(request.headers)
  if (mustApply) faults.push(...inapplicable(dataset, parsed.warnings))
  collectFaults(faults, strangers)
  return { request, dataset, query, tier, receiptBytes, parsed, isStrict: mustApply, form }
}

/** The parameters that do not apply, as faults, for a client that prefers `handling=strict`. */
export const inapplicable = ({ name }: Dataset, warnings: readonly Warning[]): Fault[] =>
  warnings
    .filter(({ code }) => code === 'not_applicable')
    .map(({ param = '' }) => ({ param, reason: { en: `does not apply to ${name}`, zh: `不適用於 ${name}` } }))

/** A kept page, or a response without it where the client has it. */
const revalidated = ({ headers }: PageRequest, { reply, tag }: { reply: Reply; tag: string }): Reply =>
  matches(headers['if-none-match'], tag) ? { ...reply, status: 304, body: '', isGzip: false } : reply

/** The warning that adjusted prices of one stock are null because an event is missing. */
function missingEvent(
  { ledger, onDamage }: Pick<BaseServices, 'ledger' | 'onDamage'>,
  dataset: Dataset,
  { pages, query: { ids, from, asOf } }: QueryPlan,
): Warning[] {
  // As of an instant the prices that were known then tell.
  if (dataset !== TaiwanStockPriceAdj || ids?.length !== 1 || asOf !== null) return []
  try {
    const before = ledger(pages.version, ids[0]!)?.unknownBefore
    return before && (from === null || from < before) ? [{ code: 'event_missing', facts: { before } }] : []
  } catch (error) {
    // Rows are served without the ledger.
    if (!(error instanceof DamagedFile)) return ifMissing<Warning[]>([])(error as Error)
    onDamage(error)
    return []
  }
}

/** Makes pages of rows, for keys, links and payments. */
export function createRowPages(services: BaseServices): RowPages {
  const { library, cursorKeys, onDamage, encoder, turns, pageWaiter } = services
  const lend = createBufferPool()
  const hotPages = createHotPages(services.hotBytes)

  /** Encodes the rows of a page as another format, in the turn of the sender. */
  async function encodeAs(form: Form, wanted: Wanted, planned: QueryPlan, own: readonly string[], moreOf: MoreOf) {
    const { request, dataset, tier, receiptBytes } = wanted
    const { format, labels } = form
    const { query } = planned
    const made = await whenHere(library, () =>
      turns.work(answer(library, cursorKeys, dataset, tier, planned, allocate, false, moreOf)),
    )
    const page = partsOf(made)
    const common = formHeaders(planned.pages, form)
    const notes = warningHeaders(made.warnings)
    const headers = [...own, ...notes, ...pageHeaders(dataset, query, form, page, receiptBytes)]
    const { rows } = page
    const columns = made.ids ? wideColumns(dataset, query.wide!, made.ids, labels) : pageColumns(dataset, query, labels)
    const bytes = await encoder.encode(turnNameOf(services, request), { form, columns, rows })
    const body = format === 'json' ? Buffer.concat([Buffer.from(page.head), bytes, Buffer.from(page.tail)]) : bytes
    // Frees the page once it is sent: left to the collector, those of a fast reader would make it stop the thread often.
    // Short buffers may lie in memory that Node shares among them.
    const release = () => void (body.length > Buffer.poolSize && (body.buffer as ArrayBuffer).transfer(0))
    return { status: 200, common, headers, body, isCompressed: formatOf(format).isCompressed, release }
  }

  /** Makes a page by its plan; `kept` is the form that the cursor of the request had, null for plain JSON. */
  function make(wanted: Wanted, planned: QueryPlan, kept: Form | null): Reply | Promise<Reply> {
    const { request, dataset, parsed, isStrict, query, tier, receiptBytes } = wanted
    const { headers } = request
    const { pages, form } = planned
    const warnings = [...planned.warnings, ...missingEvent(services, dataset, planned)]
    const language = languageOf(headers['accept-language'])
    const list = parsed.hasWarnings ? warningList(warnings, language) : null
    if (parsed.dryRun)
      return chain(turns.work(dryRun(library, planned)), (size) => {
        const body = JSON.stringify({ ...size, ...(list ? { warnings: list } : {}) })
        const own = [...jsonHeader, 'Cache-Control', 'no-store', ...versionOf(pages), ...noted(warnings, isStrict)]
        return { status: 200, headers: own, body }
      })
    const moreOf = warningsOf(list, language)
    const isGzipWanted = acceptsGzip(headers['accept-encoding'])
    const tagOf = (encoding: string) =>
      `"${pages.version}-${dataset.name}-${tier}-${language}-${encoding}-${fingerprint(query)}"`
    const common = form === null ? commonOf(pages) : formHeaders(pages, form)
    const notes = warnings.length > 0 || isStrict ? noted(warnings, isStrict) : []
    const isHeld = (tag: string) => matches(headers['if-none-match'], tag)
    const held = (tag: string): Reply => ({ status: 304, common, headers: ['ETag', tag, ...notes], body: '' })
    const coding = isGzipWanted ? 'gzip' : 'json'
    const ownTag = tagOf(form === null ? coding : `${form.format}-${coding}`)
    if (isHeld(ownTag)) return held(ownTag)
    if (planned.query.wide !== null && planned.cells === undefined)
      return withCells(services, wanted, planned).then((read) => make(wanted, read, kept))
    if (form !== null) return encodeAs(form, wanted, planned, ['ETag', ownTag, ...notes], moreOf)
    const finish = (page: EncodedPage): Reply => {
      const isToCompress = isGzipWanted && !page.isGzip && page.bytes.length >= leastCompressed
      // Such a page is sent as it is until its compressed form is kept.
      const tag = isToCompress && page.bytes.length > mostOnce ? tagOf('json') : ownTag
      if (tag !== ownTag && isHeld(tag)) {
        page.release()
        return held(tag)
      }
      const link = receiptBytes > 0 ? [] : linkTo(dataset, page.cursor, 0)
      const reply = replyOf(page, common, ['ETag', tag, ...notes, ...warningHeaders(page.warnings), ...link])
      // The pages of a client that reads a whole dataset would drive out those that are requested often.
      const isOfWalk = parsed.cursor !== null && page.bytes.length > walkBytes
      // A cursor of another format is JSON to clients that accept nothing else.
      const isHot = receiptBytes === 0 && kept === null && pages === library.current() && !isOfWalk
      const name = isHot ? hotName(request, tier) : null
      if (name !== null) hotPages.note(pages, name, { reply, tag }, isToCompress ? ownTag : null)
      return reply
    }
    return chain(turns.work(answer(library, cursorKeys, dataset, tier, planned, lend, isGzipWanted, moreOf)), finish)
  }

  /** Plans a page, once the bytes that this takes are here, and makes it. */
  const page = (wanted: Wanted): Reply | Promise<Reply> =>
    whenHere(library, () => {
      const { parsed } = wanted
      const made = plan(library, cursorKeys, wanted.dataset, parsed)
      const form = parsed.cursor === null ? wanted.form : formAfter(wanted, made)
      const planned = form === made.form ? made : { ...made, form }
      return attempt(
        () => make(wanted, planned, made.form),
        (error) => {
          if (!(error instanceof DamagedFile)) throw error
          onDamage(error)
          // An older version is not rebuilt: its files are removed soon.
          throw planned.pages === library.current() ? problemOf(error) : problem('cursor_expired', [])
        },
      )
    })

  const keptPage = (request: ApiRequest, tier: Tier) => {
    const name = hotName(request, tier)
    return name === null ? undefined : hotPages.find(library.current(), name)
  }

  return {
    ready(request, tier) {
      if (request.method !== 'GET' || request.headers['if-none-match'] !== undefined) return null
      return keptPage(request, tier)?.reply ?? null
    },
    read(request, dataset, query, tier) {
      const hot = keptPage(request, tier)
      if (hot) return revalidated(request, hot)
      const wanted = readWanted(services, request, dataset, query, tier, 0)
      return chain(pageWaiter.wait(dataset.name), () => page(wanted))
    },
    prepare(request, dataset, query, receiptBytes) {
      const wanted = readWanted(services, request, dataset, query, dataset.tier, receiptBytes)
      return { hasWarnings: wanted.parsed.hasWarnings, make: () => page(wanted) }
    },
  }
}

function replyOf({ bytes, release, isGzip }: EncodedPage, common: Headers, headers: string[]): Reply {
  if (isGzip || bytes.length > smallBytes) return { status: 200, common, headers, body: bytes, release, isGzip }
  const text = bytes.toString('latin1')
  release()
  return { status: 200, common, headers, body: text, isBytes: true }
}

/** JSON text with other letters than Latin ones escaped. */
const inLatin = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The encoding of a page after the first: its cursor carries that of the page before. */
function formAfter({ request, dataset, parsed }: Wanted, { form, query }: QueryPlan): Form | null {
  const faults: Fault[] = []
  const chosen = chooseForm(parsed, request.headers.accept, form, faults, isCalendar(dataset, query))
  collectFaults(faults)
  return chosen
}

/** Bytes of a head that the other headers of a page may take. */
const otherHeadBytes = 1_100

/** The address of the next page; in a format that has no place for count and cursor these too. */
function pageHeaders(
  dataset: Dataset,
  query: Query,
  form: Form,
  { count, cursor }: Pick<PageParts, 'count' | 'cursor'>,
  receiptBytes: number,
): string[] {
  if (form.format === 'json') return linkTo(dataset, cursor, receiptBytes)
  const { name } = dataset
  const file = ['Content-Disposition', `attachment; filename="${fileName(name, query, form.format)}"`]
  const rows = ['X-Row-Count', String(count)]
  if (cursor === null) return [...file, ...rows]
  const room = mostHeadBytes - otherHeadBytes - receiptBytes - cursor.length
  if (room < 0)
    throw faultOf('stock_id', {
      en: 'has so many ids that the cursor does not fit into a header; ask for fewer ids, or for json',
      zh: '代號過多，cursor 無法放入標頭；請減少代號，或改用 json',
    })
  return [...file, ...rows, 'X-Next-Cursor', cursor, ...linkTo(dataset, cursor, receiptBytes + cursor.length)]
}

/** The address of the next page, where it has room beside so many other bytes of the head. */
function linkTo({ name }: Dataset, cursor: string | null, otherBytes: number): string[] {
  if (cursor === null) return []
  const link = `</v1/data/${name}?cursor=${cursor}>; rel="next"`
  return link.length <= mostHeadBytes - otherHeadBytes - otherBytes ? ['Link', link] : []
}

const versionOf = ({ version, origin }: OpenPages) => ['X-Data-Version', version, 'X-Data-Origin', origin]

/** The headers of every page of a version, built once. */
const commons = new WeakMap<OpenPages, Headers>()
function commonOf(pages: OpenPages): Headers {
  const known = commons.get(pages) ?? headersOf([...jsonHeader, ...cacheable, ...versionOf(pages)])
  commons.set(pages, known)
  return known
}

const formHeaders = (pages: OpenPages, { format }: Form): Headers =>
  headersOf(['Content-Type', formatOf(format).contentType, ...cacheable, ...versionOf(pages)])

/** Members behind the cursor of a body, with the warnings that its rows gave; null for none. */
type MoreOf = ((warnings: readonly Warning[]) => string) | null

/** The warnings of a page in its body. The head of a page is in Latin letters alone. */
const warningsOf = (list: ReturnType<typeof warningList> | null, language: Language): MoreOf =>
  list && ((found) => `,"warnings":${inLatin(JSON.stringify([...list, ...warningList(found, language)]))}`)

const warningHeaders = (warnings: readonly Warning[] = []): string[] =>
  warnings.length === 0 ? [] : warningLines(warnings).flatMap((line) => ['X-Warning', line])

const noted = (warnings: readonly Warning[], isStrict: boolean): string[] => [
  ...warningHeaders(warnings),
  ...(isStrict ? ['Preference-Applied', 'handling=strict'] : []),
]

/** A hash of the query, 64 bits; not cryptographic, since a collision only affects the client that makes it. */
function fingerprint(query: string): string {
  let a = 0x9e37_79b9 | 0
  let b = query.length
  for (let i = 0; i < query.length; i++) {
    const code = query.charCodeAt(i)
    a = Math.imul(a ^ code, 0x85eb_ca6b)
    b = Math.imul(b ^ code, 0xc2b2_ae35) + (a >>> 15)
  }
  a = Math.imul(a ^ (b >>> 13), 0x85eb_ca6b)
  return `${(a >>> 0).toString(36)}-${((b ^ (a >>> 16)) >>> 0).toString(36)}`
}
