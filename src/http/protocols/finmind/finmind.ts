import { refused } from '../../../access/guard.ts'
import { callsPerHour } from '../../../access/plans.ts'
import { takeCall } from '../../../access/quota.ts'
import type { Dataset } from '../../../catalogue/dataset.ts'
import { addDays, dayOf } from '../../../days.ts'
import { notReady, problem } from '../../../errors.ts'
import type { Fault } from '../../../fields.ts'
import { idsIn } from '../../../pages/stream.ts'
import type { Row } from '../../../query/formats/page.ts'
import type { RawParameters, Warning } from '../../../query/parameters.ts'
import { whenHere } from '../../../query/remote.ts'
import { sampleHint, sampleOf } from '../../admission/samples.ts'
import { datasetNamed } from '../../request/datasetNamed.ts'
import { collectFaults, faultOf, splitQuery } from '../../request/query.ts'
import { type Failure, type Route, route } from '../../route.ts'
import { queryDataset } from '../../routes/rows.ts'
import { dataHeaders, readRowObjects } from '../../rows/rowObjects.ts'
import { securityList } from '../../rows/securityList.ts'
import type { Services } from '../../services.ts'
import { printRow, type TheirDataset, theirDataset, theirRows } from './shapes.ts'

/** Rows of ours that one response may be made of: FinMind has no pages. */
const mostRows = 50_000
/** Rows that are printed in one step of a turn. */
const chunkRows = 100

/** Parameters of FinMind's address, and those that its Python package sends and that have no meaning here. */
const ours = ['dataset', 'data_id', 'start_date', 'end_date', 'token'] as const
const unused = ['user_id', 'password', 'securities_trader_id', 'device'] as const
/** Earlier names of parameters. */
const earlier = { stock_id: 'data_id', date: 'start_date' } as const
const known = [...ours, ...unused, ...Object.keys(earlier)]

/** The parameters of a request; an empty one counts as left out, since FinMind's package sends all of them. */
function parametersIn(query: string) {
  const { given, faults, strangers } = splitQuery(query, known)
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''))
  const ignored = [...strangers.names, ...unused.filter((name) => name !== 'device' && values[name] !== undefined)]
  for (const [name, now] of Object.entries(earlier)) values[now] ??= values[name]!
  const warnings = ignored.map((param): Warning => ({ code: 'not_applicable', param: param.slice(0, 100) }))
  return { values: values as Partial<Record<(typeof ours)[number], string>>, faults, warnings }
}

/** The key in the address, where FinMind's clients send it. */
const keyOf = ({ query }: { readonly query: string }): string | undefined => {
  try {
    return parametersIn(query).values.token
  } catch {
    // A query that cannot be read is refused once the sender is known.
    return undefined
  }
}

function requested(query: string): TheirDataset {
  const { dataset } = parametersIn(query).values
  if (dataset === undefined)
    throw faultOf('dataset', {
      en: 'is missing: name a dataset, such as TaiwanStockPrice; /docs/finmind lists them',
      zh: '未提供：請指定資料集，例如 TaiwanStockPrice；清單見 /docs/finmind',
    })
  const found = theirDataset(dataset)
  if (found) return found
  datasetNamed(dataset)
  throw problem('unknown_dataset', [dataset.slice(0, 100)])
}

const isOfEveryDay = ({ id, complete }: Dataset): boolean =>
  id !== null && (complete?.every === 'trading_day' || complete?.every === 'week')

/** A request of FinMind as the parameters of ours. */
function translate(query: string) {
  const their = requested(query)
  const { dataset, more } = their
  const { values, faults, warnings } = parametersIn(query)
  const { data_id, start_date, end_date } = values
  const raw: Record<string, string> = { ...more.fixed }
  const told: Warning[] = [...warnings]
  const faultList: Fault[] = [...faults]
  if (data_id !== undefined && (dataset.id === null || raw.stock_id !== undefined))
    told.push({ code: 'not_applicable', param: 'data_id' })
  else if (data_id !== undefined)
    raw.stock_id = data_id
      .split(',')
      .map((id) => (more.idOf ?? String)(id.trim()))
      .join()
  for (const name of ['include_inactive', 'include_expired'] as const)
    if (dataset.filters[name] && !more.isList) raw[name] = 'true'
  if (more.isList) {
    for (const [param, value] of Object.entries({ start_date, end_date }))
      if (value !== undefined) told.push({ code: 'not_applicable', param })
    return { their, raw, warnings: told, faults: faultList }
  }
  const isWhole = raw.stock_id === undefined && isOfEveryDay(dataset)
  if (isWhole && start_date === undefined && end_date === undefined)
    faultList.push({
      param: 'start_date',
      reason: {
        en: 'is needed without data_id, which may be left out for one day',
        zh: '未指定 data_id 時必填，可查詢單日全部資料',
      },
    })
  if (start_date !== undefined) raw.start_date = start_date
  if (end_date !== undefined) raw.end_date = end_date
  if (isWhole && start_date !== undefined && end_date === undefined) {
    raw.end_date = start_date
    told.push({ code: 'one_day', param: 'start_date', facts: { day: start_date } })
  }
  return { their, raw, warnings: told, faults: faultList }
}

/** The days as our dataset counts them; days that do not exist are refused by the reader. */
const withOurDays = ({ more }: TheirDataset, raw: RawParameters): RawParameters => {
  const isDay = (text: string | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')
  const { start_date, end_date } = raw
  return {
    ...raw,
    ...(more.from && isDay(start_date) ? { start_date: more.from(start_date) } : {}),
    ...(more.to && isDay(end_date) ? { end_date: more.to(end_date) } : {}),
  }
}

/** Oldest day first; rows of a day keep their order. */
function oldestFirst(rows: readonly Row[], { date }: Dataset): readonly Row[] {
  const days = [...Map.groupBy(rows, (row) => row[date])]
  return days.reverse().flatMap(([, list]) => list)
}

/** The refusal of a request with too many rows, with the request that may follow. */
function tooMany(count: number, { dataset }: TheirDataset, raw: RawParameters, { manifest }: Services) {
  const span = manifest()?.datasets[dataset.name]
  const from = raw.start_date ?? span?.first_date ?? '1990-01-01'
  const to = raw.end_date ?? span?.last_date ?? from
  const days = Math.max(0, Math.floor(((dayOf(to) - dayOf(from)) * mostRows) / count) - 1)
  const last = addDays(from, days)
  const id = raw.stock_id === undefined && dataset.id !== null
  return faultOf('start_date', {
    en: `and the other parameters ask for ${count} rows, and one response has at most ${mostRows}: ask for start_date=${from}&end_date=${last} first${id ? ', or give data_id' : ''}; ${queryDataset.path} has pages for more`,
    zh: `等參數共查得 ${count} 列，單次回應上限 ${mostRows} 列：請先查詢 start_date=${from}&end_date=${last}${id ? '，或指定 data_id' : ''}；更多資料請用 ${queryDataset.path} 分頁讀取`,
  })
}

/** Prints rows in steps. */
function* printed(their: TheirDataset, rows: readonly Row[], nameOf: (id: string) => string): Generator<void, string> {
  const parts: string[] = []
  for (let start = 0; start < rows.length; start += chunkRows) {
    for (const row of rows.slice(start, start + chunkRows))
      for (const one of theirRows(their, row, nameOf)) parts.push(printRow(their, one))
    yield
  }
  return `{"msg":"success","status":200,"data":[${parts.join(',')}]}`
}

/** Failures as FinMind has them: 402 for a used up quota, 400 for a level that is too low, 422 for an unknown dataset. */
function failed({ status, code, body: { detail, retry_after_seconds } }: Failure) {
  const form = (theirs: number, msg: string) => ({ status: theirs, body: { msg, status: theirs } })
  if (status === 429)
    return form(402, `Requests reach the upper limit: ${detail}; try again after ${retry_after_seconds} seconds.`)
  if (code === 'tier_required') return form(400, `Your level is too low. Please update your user level. ${detail}`)
  if (code === 'unknown_dataset') return form(422, detail)
  return form(status === 422 ? 400 : status, detail)
}

const answerSchema = { type: 'object', description: 'msg, status and data, as FinMind has them' } as const

const common = {
  tag: 'data',
  keyOf,
  failed,
  responses: { 200: { schema: answerSchema } },
} as const

const json = { 'Content-Type': 'application/json; charset=utf-8' } as const

const data = route('GET /v4/data', 'finmindData', {
  ...common,
  about: { en: 'Rows as FinMind has them.', zh: '與 FinMind 相同格式的資料列。' },
  auth: 'key',
  isPartlyOpen: true,
  partOf: (_, query) => requested(query).dataset,
  parse: () => ({}),
  async handle({ request, caller }, services) {
    const { their, raw, warnings, faults } = translate(request.query)
    const { dataset } = their
    const sample = new URLSearchParams({ stock_id: raw.stock_id ?? '' }).toString()
    if (!caller && !sampleOf(dataset.name, sample, services.cursorKeys))
      throw refused('missing_key', sampleHint(dataset.name, ''))
    collectFaults(faults)
    const found = await readRowObjects(services, dataset, withOurDays(their, raw), mostRows)
    if (!found.rows) throw tooMany(found.count, their, raw, services)
    const securities = their.more.isNamed ? (await securityList(services)).byId : null
    const nameOf = (id: string): string => securities?.get(id)?.name ?? ''
    const body = await services.turns.work(printed(their, oldestFirst(found.rows, dataset), nameOf))
    const exact = new URLSearchParams(withOurDays(their, raw)).toString()
    return {
      headers: {
        ...json,
        ...dataHeaders(found),
        Link: `<${queryDataset.path.replace('{dataset}', dataset.name)}?${exact}>; rel="alternate"; title="exact decimals"`,
      },
      warnings: [...warnings, ...found.warnings],
      body,
    }
  },
})

const datalist = route('GET /v4/datalist', 'finmindDatalist', {
  ...common,
  about: { en: 'The ids of a dataset.', zh: '資料集的代號清單。' },
  auth: 'open',
  cost: 'request',
  parse: () => ({}),
  async handle({ request }, services) {
    const { dataset, more } = requested(request.query)
    const { library, pageWaiter } = services
    const { faults, warnings } = parametersIn(request.query)
    collectFaults(faults)
    await pageWaiter.wait(dataset.name)
    const pages = library.current()
    if (!pages || pages.missing.includes(dataset.name)) throw notReady()
    const parts = dataset.id === null ? [] : (pages.datasets[dataset.name] ?? [])
    const ids = await whenHere(library, () => parts.flatMap((part) => [...idsIn(library.reader, part)]))
    const list = [...new Set(ids)].sort().map(more.theirIdOf ?? String)
    return { headers: dataHeaders({ pages }), warnings, body: { msg: 'success', status: 200, data: list } }
  },
})

const translation = route('GET /v4/translation', 'finmindTranslation', {
  ...common,
  about: { en: 'The columns of a dataset in Chinese.', zh: '資料集欄位的中文名稱。' },
  auth: 'open',
  cost: 'request',
  parse: () => ({}),
  async handle({ request }) {
    const { dataset, columns } = requested(request.query)
    const { faults, warnings } = parametersIn(request.query)
    collectFaults(faults)
    const rows = columns.flatMap(({ name, ours: column }) =>
      column === null ? [] : [{ name: dataset.columns[column]!.label.zh, english: name }],
    )
    return { warnings, body: { msg: 'success', status: 200, data: rows } }
  },
})

/** FinMind has this one at another host, under `/v2`. */
const userInfo = (path: '/v4/user_info' | '/v2/user_info', id: string): Route =>
  route(`GET ${path}`, id, {
    ...common,
    about: { en: 'The calls of the hour and their limit.', zh: '本小時的呼叫次數與上限。' },
    auth: 'key',
    cost: 'free',
    parse: () => ({}),
    async handle({ request, caller }, { quota }) {
      const { warnings } = parametersIn(request.query)
      const { used } = await takeCall(quota, caller, false)
      const limit = callsPerHour(caller.tier)
      const body = { msg: 'success', status: 200, level: caller.tier, user_count: used, api_request_limit: limit }
      return { warnings, body }
    },
  })

/** FinMind's addresses, for programs that change the host alone. */
export const finmind: readonly Route[] = [
  data,
  datalist,
  translation,
  userInfo('/v4/user_info', 'finmindUserInfo'),
  userInfo('/v2/user_info', 'finmindUserInfoV2'),
]
