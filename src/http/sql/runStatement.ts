import type { SqlOutcome } from '../../ask/runSql.ts'
import { namedIn } from '../../ask/sandbox/messages.ts'
import { catalogue } from '../../catalogue/index.ts'
import { notReady, problem } from '../../errors.ts'
import type { Fault } from '../../fields.ts'
import { type Form, formatOf } from '../../query/formats/formats.ts'
import type { PageColumn } from '../../query/formats/page.ts'
import { instantOf } from '../request/instant.ts'
import { collectFaults, faultOf } from '../request/query.ts'
import type { RouteResponse } from '../route.ts'
import { chooseForm } from '../rows/form.ts'
import type { Services } from '../services.ts'
import { sqlFailure } from './failures.ts'
import type { SqlBody } from './fields.ts'
import { pastTables } from './pastTables.ts'
import { unavailable } from './unavailable.ts'

type Page = Extract<SqlOutcome, { kind: 'page' }>
type Plan = Extract<SqlOutcome, { kind: 'plan' }>

/** The tables that a query names, as they stood at an instant, with the version that has them. */
async function tablesThen(services: Services, sql: string, asOf: string) {
  const pages = services.library.current()
  if (!pages || pages.missing.length > 0) throw notReady()
  const { tables: past, computed } = await pastTables(services, pages, sql, Date.parse(asOf))
  if (computed)
    throw faultOf('as_of', {
      en: `${computed.name} is computed for each instant, for the ids that are asked for: query the dataset itself, with stock_id`,
      zh: `${computed.name} 於每個時點為所查的代號重新計算：請以 stock_id 直接查詢該資料集`,
    })
  return { past, version: pages.version }
}

/** Runs or plans the SQL of a body; throws its failure. */
async function outcomeOf(
  services: Services,
  { sql, params, as_of }: Pick<SqlBody, 'sql' | 'params' | 'as_of'>,
  maxRows: number | null,
  sender: string,
  signal: AbortSignal,
): Promise<Page | Plan> {
  const then = as_of === undefined ? {} : await tablesThen(services, sql, instantOf(as_of, services.now))
  const outcome = await services.runSql({ sql, values: params ?? [], maxRows, sender, ...then }, signal)
  if (outcome.kind === 'page' || outcome.kind === 'plan') return outcome
  if (outcome.kind === 'expensive') throw problem('query_too_expensive', [], { extra: { sql } })
  if (outcome.kind === 'broken') throw new Error(outcome.message)
  throw outcome.kind === 'unavailable' ? unavailable(outcome) : sqlFailure(sql, outcome)
}

const versionHeaders = ({ version }: Page | Plan, { manifest }: Services): Record<string, string> => ({
  'X-Data-Version': version,
  'X-Data-Origin': manifest()?.origin ?? 'demo',
})

const pageColumns = ({ page }: Page): PageColumn[] =>
  page.columns.map((column) => ({ ...column, isNullable: true, heading: column.name }))

/** The calls of an answer: one for each second that its SQL began. */
const callsFor = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

/** The rows of SQL in the format of the request. */
export async function runStatement(
  services: Services,
  { format, decimals, bom, max_rows: maxRows, ...body }: SqlBody,
  { accept, sender, signal }: { accept: string | undefined; sender: string; signal: AbortSignal },
): Promise<RouteResponse & { readonly headers: Readonly<Record<string, string>>; readonly calls: number }> {
  const faults: Fault[] = []
  const isAsked = format !== undefined || decimals !== undefined || bom !== undefined
  const requested = isAsked ? ({ format, decimals, bom } as Partial<Form>) : null
  const form = chooseForm({ form: requested, hasWarnings: false }, accept, null, faults)
  collectFaults(faults)
  const outcome = (await outcomeOf(services, body, maxRows, sender, signal)) as Page
  const { page, isTruncated, ms } = outcome
  const calls = callsFor(ms)
  const headers = {
    ...versionHeaders(outcome, services),
    ...(isTruncated ? { 'X-Truncated': 'true' } : {}),
    'X-Calls': String(calls),
    'Server-Timing': `sql;dur=${ms.toFixed(1)}`,
  }
  const encode = (as: Form) =>
    services.encoder.encode(sender, {
      form: as,
      columns: pageColumns(outcome),
      rows: new TextEncoder().encode(page.text),
    })
  if (form !== null && form.format !== 'json') {
    const type = { 'Content-Type': formatOf(form.format).contentType, 'X-Row-Count': String(page.count) }
    return { calls, headers: { ...headers, ...type }, body: await encode(form) }
  }
  const columns = page.columns.map(({ name, kind, scale }) => ({
    name,
    type: kind,
    ...(kind === 'decimal' ? { scale } : {}),
  }))
  const rows = form === null ? page.text : (await encode(form)).toString()
  const text = `{"sql":${JSON.stringify(body.sql)},"columns":${JSON.stringify(columns)},"count":${page.count},"truncated":${isTruncated},"data":[${rows}]}`
  return { calls, headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' }, body: text }
}

/** Rows that the engine reads in a second, on the slower of the machines it was measured on. */
const rowsPerSecond = 10_000_000

/** What SQL reads and may cost, without running it. */
export async function planStatement(
  services: Services,
  body: Pick<SqlBody, 'sql' | 'params' | 'as_of'>,
  { sender, signal }: { sender: string; signal: AbortSignal },
): Promise<RouteResponse> {
  const outcome = (await outcomeOf(services, body, null, sender, signal)) as Plan
  const { scanned, rows } = outcome.plan
  const tables = namedIn(body.sql, catalogue).map(({ name }) => name)
  const expected = callsFor((scanned / rowsPerSecond) * 1_000)
  const most = services.sqlSeconds
  return {
    headers: versionHeaders(outcome, services),
    body: {
      ...{ sql: body.sql, tables, rows_scanned: scanned, rows_estimated: rows },
      calls: { expected: Math.min(expected, most), most },
    },
  }
}
