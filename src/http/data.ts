import type { IncomingMessage } from 'node:http'
import { refused } from '../access/guard.ts'
import type { Dataset, Tier } from '../catalogue/dataset.ts'
import { datasetHint } from '../catalogue/elsewhere.ts'
import { catalogue, find as findDataset } from '../catalogue/index.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { DamagedFile, ifMissing } from '../disk.ts'
import { problem } from '../errors.ts'
import type { Fault } from '../fields.ts'
import type { OpenPages } from '../pages/open.ts'
import { answer, dryRun, type EncodedPage, leastCompressed, plan, type QueryPlan } from '../query/answer.ts'
import { type Form, formatOf } from '../query/formats/formats.ts'
import { type PageParts, pageColumns, partsOf } from '../query/formats/page.ts'
import { parameters, type Query, type ReadQuery, readParameters, type Warning } from '../query/parameters.ts'
import { whenHere } from '../query/remote.ts'
import { warningLines } from '../query/warnings.ts'
import { assertAcceptable, jsonType } from './accept.ts'
import { answerAdmitted, charge, costOf, refusalOf, type Terms } from './admit.ts'
import { allocate, createBufferPool } from './bufferPool.ts'
import { acceptsGzip, mostOnce } from './encoding.ts'
import { failedReply, problemOf } from './failed.ts'
import { chooseForm, fileName } from './form.ts'
import { mostHeadBytes } from './head.ts'
import { type HotPages, hotName } from './hotPages.ts'
import { nearest } from './nearest.ts'
import {
  authorizationOf,
  collectFaults,
  decodePath,
  faultOf,
  isStrict,
  languageOf,
  matches,
  splitQuery,
} from './request.ts'
import { type Headers, headersOf, type Reply } from './respond.ts'
import { queryDataset } from './routes/rows.ts'
import { anonymousTier, sampleHint, sampleOf } from './samples.ts'
import { anonymous, identify, type Sender, turnNameOf } from './sender.ts'
import type { Services } from './services.ts'
import { assertTier } from './tier.ts'
import { warningList } from './warningList.ts'

const names = catalogue.map(({ name }) => name)
const known = Object.keys(parameters)

const jsonHeader = ['Content-Type', 'application/json; charset=utf-8'] as const
const cacheable = ['Cache-Control', 'private, no-cache'] as const
const rowsPrefix = queryDataset.path.replace('{dataset}', '')
/** Answers up to this size are handed on as text, which leaves in one piece with its headers. */
const smallBytes = 12 << 10

/** Pages behind a cursor that are longer than this are not kept ready to send. */
const walkBytes = 256 << 10

/** Answers `GET /v1/data/{dataset}`; behind the admission the checks are 404, 403, 422, then the page is made. */
export function createData(services: Services, hotPages: HotPages) {
  const { guard, pageWaiter, library } = services
  const compute = createAnswers(services, hotPages)

  /** The rows of a query, for a caller of this tier. */
  function rows(request: IncomingMessage, path: string, query: string, tier: Tier): Reply | Promise<Reply> {
    const name = hotName(request, tier)
    const hot = name === null ? undefined : hotPages.find(library.current(), name)
    if (hot) return revalidated(request, hot)
    const dataset = datasetOf(path)
    assertTier(dataset.tier, tier)
    const valid = readRowsRequest(request, dataset, query)
    const make = () => compute(request, valid, query, tier, () => turnNameOf(services, request))
    const made = pageWaiter.wait(dataset.name)
    return made ? made.then(make) : make()
  }

  /** The rows that need no key. */
  async function sampleRows(request: IncomingMessage, path: string, query: string): Promise<Reply> {
    const dataset = sampleOf(path, query, services.cursorKeys)
    if (!dataset) throw refused('missing_key', sampleHint(path, query))
    return rows(request, path, query, dataset.tier)
  }

  /** Answers with a page that is ready to send; null where there is none, or the request needs more than its address. */
  function answerHot(request: IncomingMessage, id: string): Reply | Promise<Reply> | null {
    const { authorization, 'if-none-match': held } = request.headers
    if (request.method !== 'GET' || authorization === undefined || held !== undefined) return null
    // A page kept for the address of a link is no answer to the key of this request.
    if (!request.url!.startsWith(rowsPrefix)) return null
    const caller = guard.remembered(authorization)
    const name = caller && hotName(request, caller.tier)
    const hot = name ? hotPages.find(library.current(), name) : undefined
    if (!caller || !hot || refusalOf(services, request, { caller }, 'call')) return null
    // The page is ready, so the quota is checked once, by the charge.
    const terms = { countedAs: () => hot.dataset }
    const fail = (error: unknown) => failedReply(services, error, request, id)
    return charge(services, { caller, cost: 'call', once: undefined }, terms, hot.reply, fail)
  }

  return {
    hot: answerHot,
    rows,
    answer(request: IncomingMessage, path: string, query: string, id: string): Reply | Promise<Reply> {
      const isOpen = authorizationOf(request) === undefined
      const terms: Terms = {
        cost: costOf(services, queryDataset, request, query),
        identify: () => (isOpen ? anonymous : identify(services, queryDataset.auth, request)),
        countedAs: () => countedName(path),
      }
      const work = ({ caller }: Sender) =>
        caller ? rows(request, path, query, caller.tier) : sampleRows(request, path, query)
      const reply = answerAdmitted(services, request, id, terms, work)
      return isOpen && reply instanceof Promise ? reply.then(asSample) : reply
    },
  }
}

/** The name that a call for the rows of a path is counted under. */
export const countedName = (path: string): string => findDataset(path)?.name ?? 'unknown'

/** Marks the answer to a request that needed no key, unless it is a refusal. */
const asSample = (reply: Reply): Reply =>
  reply.status === 401 || reply.status === 429
    ? reply
    : { ...reply, headers: reply.headers.concat('X-RateLimit-Tier', anonymousTier) }

/** A valid request for rows. */
export type RowsRequest = ReturnType<typeof readRowsRequest>

/** The dataset of a path; 404 with similar names otherwise. */
export const datasetOf = (path: string): Dataset => datasetNamed(path.includes('%') ? decodePath(path) : path)

export function datasetNamed(name: string): Dataset {
  const dataset = findDataset(name)
  if (dataset) return dataset
  const hint = datasetHint(name)
  const near = nearest(name, names)
  const suggestions = hint ? [hint.dataset, ...near.filter((other) => other !== hint.dataset)].slice(0, 3) : near
  throw problem('unknown_dataset', [name.slice(0, 100), hint?.sentence], { extra: { suggestions } })
}

/** Reads the parameters of a query; every fault of it is reported at once. */
export function readRowsRequest(request: IncomingMessage, dataset: Dataset, rawQuery: string) {
  const { given, faults, strangers } = splitQuery(rawQuery, known)
  const parsed = readParameters(dataset, given, faults)
  const { accept } = request.headers
  // Null for plain JSON; the form of a request with a cursor follows from the cursor too.
  const form = parsed.cursor === null ? chooseForm(parsed, accept, null, faults) : null
  // The size of a result is JSON whatever the format of the rows.
  if (parsed.dryRun) assertAcceptable(request, [jsonType])
  const mustApply = isStrict(request)
  if (mustApply) faults.push(...inapplicable(dataset, parsed.warnings))
  collectFaults(faults, strangers)
  return { dataset, parsed, isStrict: mustApply, form }
}

/** The parameters that do not apply, as faults, for a client that prefers `handling=strict`. */
export const inapplicable = ({ name }: Dataset, warnings: readonly Warning[]): Fault[] =>
  warnings
    .filter(({ code }) => code === 'not_applicable')
    .map(({ param = '' }) => ({ param, reason: { en: `does not apply to ${name}`, zh: `不適用於 ${name}` } }))

/** A kept page, or a response without it where the client has it. */
const revalidated = ({ headers }: IncomingMessage, { reply, tag }: { reply: Reply; tag: string }): Reply =>
  headers['if-none-match'] !== undefined && matches(headers['if-none-match'], tag)
    ? { ...reply, status: 304, body: '', isGzip: false }
    : reply

/** The parts of a request that decide how its page is sent. */
type PageRequest = Pick<IncomingMessage, 'headers' | 'url'>

/** The warning that adjusted prices of one stock are null because an event is missing. */
function missingEvent(
  { ledger, onDamage }: Pick<Services, 'ledger' | 'onDamage'>,
  dataset: Dataset,
  { pages, query: { ids, from } }: QueryPlan,
): Warning[] {
  if (dataset !== TaiwanStockPriceAdj || ids?.length !== 1) return []
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

/** Makes pages of rows, for keys and for payments. */
export function createAnswers(
  services: Services,
  hotPages: HotPages | null,
  { receiptBytes = 0 }: { readonly receiptBytes?: number } = {},
) {
  const { library, cursorKeys, onDamage, encoder, turns } = services
  const lend = createBufferPool()

  /** Encodes the rows of a page as another format, in the turn of this sender. */
  async function encodeAs(
    sender: string,
    form: Form,
    dataset: Dataset,
    tier: Tier,
    planned: QueryPlan,
    own: readonly string[],
    more: string,
  ): Promise<Reply> {
    const { format, labels } = form
    const { query } = planned
    const page = partsOf(
      await whenHere(library, () =>
        turns.work(answer(library, cursorKeys, dataset, tier, planned, allocate, false, more)),
      ),
    )
    const common = formHeaders(planned.pages, form)
    const headers = [...own, ...(format === 'json' ? [] : pageHeaders(dataset, query, form, page, receiptBytes))]
    const { rows } = page
    const bytes = await encoder.encode(sender, { form, columns: pageColumns(dataset, query.columns, labels), rows })
    const body = format === 'json' ? Buffer.concat([Buffer.from(page.head), bytes, Buffer.from(page.tail)]) : bytes
    // Frees the page once it is sent: left to the collector, those of a fast reader would make it stop the thread often.
    // Short buffers may lie in memory that Node shares among them.
    const release = () => void (body.length > Buffer.poolSize && (body.buffer as ArrayBuffer).transfer(0))
    return { status: 200, common, headers, body, isCompressed: formatOf(format).isCompressed, release }
  }

  function make(
    request: PageRequest,
    { dataset, parsed, isStrict, form: chosen }: RowsRequest,
    rawQuery: string,
    tier: Tier,
    sender: () => string,
  ): Reply | Promise<Reply> {
    const { headers } = request
    const made = plan(library, cursorKeys, dataset, parsed)
    const form = parsed.cursor === null ? chosen : formAfter(headers.accept, parsed, made.form)
    const planned = form === made.form ? made : { ...made, form }
    const { pages } = planned
    const warnings = [...planned.warnings, ...missingEvent(services, dataset, planned)]
    const damaged = (error: unknown): never => {
      if (!(error instanceof DamagedFile)) throw error
      onDamage(error)
      // An older version is not rebuilt: its files are removed soon.
      throw pages === library.current() ? problemOf(error) : problem('cursor_expired', [])
    }
    try {
      const language = languageOf(headers['accept-language'])
      const list = parsed.hasWarnings ? warningList(warnings, language) : null
      if (parsed.dryRun) {
        const body = JSON.stringify({ ...dryRun(library, planned), ...(list ? { warnings: list } : {}) })
        const own = [...jsonHeader, 'Cache-Control', 'no-store', ...versionOf(pages), ...noted(warnings, isStrict)]
        return { status: 200, headers: own, body }
      }
      // The head of a page is in Latin letters alone.
      const more = list ? `,"warnings":${inLatin(JSON.stringify(list))}` : ''
      const isGzipWanted = acceptsGzip(headers['accept-encoding'])
      const tagOf = (encoding: string) =>
        `"${pages.version}-${dataset.name}-${tier}-${language}-${encoding}-${fingerprint(rawQuery)}"`
      const common = form === null ? commonOf(pages) : formHeaders(pages, form)
      const notes = warnings.length > 0 || isStrict ? noted(warnings, isStrict) : []
      const ifNoneMatch = headers['if-none-match']
      const isHeld = (tag: string) => ifNoneMatch !== undefined && matches(ifNoneMatch, tag)
      const held = (tag: string): Reply => ({ status: 304, common, headers: ['ETag', tag, ...notes], body: '' })
      const coding = isGzipWanted ? 'gzip' : 'json'
      const ownTag = tagOf(form === null ? coding : `${form.format}-${coding}`)
      if (isHeld(ownTag)) return held(ownTag)
      if (form !== null)
        return encodeAs(sender(), form, dataset, tier, planned, ['ETag', ownTag, ...notes], more).catch(damaged)
      // The pages of a client that reads a whole dataset would drive out those that are requested often.
      const isOfWalk = ({ length }: Buffer) => parsed.cursor !== null && length > walkBytes
      const finish = (page: EncodedPage): Reply => {
        const isToCompress = isGzipWanted && !page.isGzip && page.bytes.length >= leastCompressed
        // Such a page is sent as it is until its compressed form is kept.
        const tag = isToCompress && page.bytes.length > mostOnce ? tagOf('json') : ownTag
        if (tag !== ownTag && isHeld(tag)) {
          page.release()
          return held(tag)
        }
        const reply = replyOf(page, common, ['ETag', tag, ...notes])
        // A cursor of another format is JSON to clients that accept nothing else.
        const isHot = hotPages !== null && made.form === null && pages === library.current() && !isOfWalk(page.bytes)
        const name = isHot ? hotName(request, tier) : null
        if (name !== null)
          hotPages!.note(pages, name, { reply, tag, dataset: dataset.name }, isToCompress ? ownTag : null)
        return reply
      }
      const ready = turns.work(answer(library, cursorKeys, dataset, tier, planned, lend, isGzipWanted, more))
      return ready instanceof Promise ? ready.then(finish).catch(damaged) : finish(ready)
    } catch (error) {
      return damaged(error)
    }
  }

  /** `sender` names whose turn the work takes. */
  return (
    request: PageRequest,
    rows: RowsRequest,
    rawQuery: string,
    tier: Tier,
    sender: () => string,
  ): Reply | Promise<Reply> => whenHere(library, () => make(request, rows, rawQuery, tier, sender))
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
function formAfter(accept: string | undefined, parsed: ReadQuery, kept: Form | null): Form | null {
  const faults: Fault[] = []
  const chosen = chooseForm(parsed, accept, kept, faults)
  collectFaults(faults)
  return chosen
}

/** Bytes of a head that the other headers of a page may take. */
const otherHeadBytes = 1_100

/** Headers of a page in a format that has no place for count and cursor. */
function pageHeaders(
  { name }: Dataset,
  query: Query,
  form: Form,
  { count, cursor }: Pick<PageParts, 'count' | 'cursor'>,
  receiptBytes: number,
): string[] {
  const file = ['Content-Disposition', `attachment; filename="${fileName(name, query, form.format)}"`]
  const rows = ['X-Row-Count', String(count)]
  if (cursor === null) return [...file, ...rows]
  const room = mostHeadBytes - otherHeadBytes - receiptBytes - cursor.length
  if (room < 0)
    throw faultOf('stock_id', {
      en: 'has so many ids that the cursor does not fit into a header; ask for fewer ids, or for json',
      zh: '代號過多，cursor 無法放入標頭；請減少代號，或改用 json',
    })
  const link = `</v1/data/${name}?cursor=${cursor}>; rel="next"`
  return [...file, ...rows, 'X-Next-Cursor', cursor, ...(link.length <= room ? ['Link', link] : [])]
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

const noted = (warnings: readonly Warning[], isStrict: boolean): string[] => [
  ...warningLines(warnings).flatMap((line) => ['X-Warning', line]),
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
