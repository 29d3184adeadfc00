import { type Fault, type Fields, integer, line, optional, read, text, withDefault } from '../../../fields.ts'
import { covers, type Warning } from '../../../query/parameters.ts'
import { collectFaults, faultOf, splitQuery } from '../../request/query.ts'
import { type Auth, type Failure, type Route, type RouteRequest, type RouteResponse, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { barBefore, lastBars, type Resolution, readBars, resolutions } from './bars.ts'
import { marksOf } from './marks.ts'
import { type Source, sourceOf, symbolOf, symbolsOf } from './symbols.ts'

/** Symbols of one request for quotes. */
const mostQuotes = 50

const symbol = line('Symbol', '商品代號', { min: 1, max: 40 })
const seconds = (en: string, zh: string) => integer(en, zh, { min: -1e11, max: 1e11 })
const resolution = line('1D, 1W or 1M', '1D、1W 或 1M', { min: 1, max: 3, pattern: /^1?[DWM]$/ })
const span = { symbol, resolution, from: seconds('First time', '起始時間'), to: seconds('Last time', '結束時間') }

/** Reads the fields of a request; other parameters have no effect, and are named in a warning. */
function parametersOf<F extends Fields>(fields: F, query: string) {
  const { given, faults, strangers } = splitQuery(query, Object.keys(fields))
  const { values, faults: own } = read(fields, (name) => (given[name] === '' ? undefined : given[name]))
  collectFaults([...faults, ...own] as Fault[])
  const warnings = strangers.names.map((name): Warning => ({ code: 'not_applicable', param: name.slice(0, 100) }))
  return { values, warnings }
}

const resolutionOf = (text: string): Resolution => text.at(-1) as Resolution

/** The symbol of a query, before its other parameters are read. */
const requested = (query: string): Source => sourceOf(parametersOf({ symbol }, query).values.symbol)

const failed = ({ status, body: { detail } }: Failure) => ({ status, body: { s: 'error', errmsg: detail } })

const exchanges = ['TWSE', 'TPEX', 'ESB', 'TAIFEX']
const types = ['stock', 'fund', 'index', 'futures', 'bond']

const configuration = {
  supported_resolutions: resolutions,
  supports_search: true,
  supports_group_request: false,
  supports_marks: true,
  supports_timescale_marks: false,
  supports_time: true,
  exchanges: [{ value: '', name: 'All', desc: '' }, ...exchanges.map((name) => ({ value: name, name, desc: name }))],
  symbols_types: [{ name: 'All', value: '' }, ...types.map((name) => ({ name, value: name }))],
}

type Handle = (request: RouteRequest<Fields, Fields, Auth>, services: Services) => Promise<RouteResponse>

async function symbolInfo(query: string, services: Services): Promise<RouteResponse> {
  const { values, warnings } = parametersOf({ symbol }, query)
  const source = sourceOf(values.symbol)
  const { ticker, name, exchange, type, isActive } = await symbolOf(services, source)
  // Headers say that rows are simulated; a chart shows none of them.
  const isDemo = services.library.current()?.origin === 'demo'
  return {
    warnings,
    body: {
      ...{
        name: ticker,
        ticker,
        full_name: `${exchange}:${ticker}`,
        description: isDemo ? `${name} (demo)` : name,
        type,
      },
      ...{ exchange, listed_exchange: exchange, 'exchange-traded': exchange, 'exchange-listed': exchange },
      ...{
        timezone: 'Asia/Taipei',
        session: source.kind === 'futures' ? '0845-1345' : '0900-1330',
        currency_code: 'TWD',
      },
      ...{ format: 'price', minmov: 1, minmov2: 0, pointvalue: 1, pricescale: ticker.includes('.') ? 10_000 : 100 },
      ...{ has_intraday: false, has_daily: true, has_weekly_and_monthly: true, supported_resolutions: resolutions },
      ...{
        data_status: 'endofday',
        volume_precision: 0,
        expired: !isActive,
        visible_plots_set: source.value ? 'c' : 'ohlcv',
      },
    },
  }
}

const searchFields = {
  query: withDefault(text('Code or name', '代號或名稱'), ''),
  type: withDefault(text('Type', '類別'), ''),
  exchange: withDefault(text('Exchange', '交易所'), ''),
  limit: withDefault(integer('Most symbols', '最多筆數', { min: 1, max: 500 }), 30),
} as const

async function search(query: string, services: Services): Promise<RouteResponse> {
  const { values, warnings } = parametersOf(searchFields, query)
  const words = values.query.trim().toLowerCase()
  const found = (await symbolsOf(services)).filter(
    ({ ticker, name, also, exchange, type, isActive }) =>
      (values.type === '' || values.type === type) &&
      (values.exchange === '' || values.exchange.toUpperCase() === exchange) &&
      (isActive || ticker.toLowerCase() === words) &&
      [ticker, name, also, `${exchange}:${ticker}`].some((text) => text.toLowerCase().includes(words)),
  )
  // The symbol itself, then those that begin with it.
  const rank = (ticker: string): number =>
    ticker.toLowerCase() === words ? 0 : ticker.toLowerCase().startsWith(words) ? 1 : 2
  const list = found.toSorted((a, b) => rank(a.ticker) - rank(b.ticker)).slice(0, values.limit)
  return {
    warnings,
    body: list.map(({ ticker, name, exchange, type }) => ({
      ...{ symbol: ticker, ticker, full_name: `${exchange}:${ticker}`, description: name, exchange, type },
    })),
  }
}

const historyFields = {
  ...span,
  countback: optional(integer('Number of bars', 'K 線數量', { min: 1, max: 100_000 })),
} as const

async function history(query: string, services: Services): Promise<RouteResponse> {
  const { values, warnings } = parametersOf(historyFields, query)
  const { from, to, countback: count = null } = values
  const source = sourceOf(values.symbol)
  await symbolOf(services, source)
  const resolution = resolutionOf(values.resolution)
  const { bars, headers, warnings: found } = await readBars(services, source, { resolution, from, to, count })
  const told = { headers, warnings: [...warnings, ...found] }
  if (bars.length === 0) {
    const nextTime = count === null ? await barBefore(services, source, resolution, from) : null
    return { ...told, body: { s: 'no_data', ...(nextTime === null ? {} : { nextTime }) } }
  }
  const column = (name: keyof (typeof bars)[number]) => bars.map((bar) => bar[name])
  const volumes = bars[0]!.volume === null ? {} : { v: column('volume') }
  const [t, o, h, l, c] = [column('time'), column('open'), column('high'), column('low'), column('close')]
  return { ...told, body: { s: 'ok', t, o, h, l, c, ...volumes } }
}

/** The marks of the bars in view. */
async function marksIn({ request, language }: Parameters<Handle>[0], services: Services) {
  const { values, warnings } = parametersOf(span, request.query)
  const source = sourceOf(values.symbol)
  await symbolOf(services, source)
  const { from, to } = values
  const resolution = resolutionOf(values.resolution)
  // Times of marks include the last one.
  const { bars, headers } = await readBars(services, source, { resolution, from, to: to + 1, count: null })
  return { marks: marksOf(services, source, bars, resolution, language), told: { headers, warnings } }
}

const marks: Handle = async (request, services) => {
  const { marks: list, told } = await marksIn(request, services)
  const column = <K extends keyof (typeof list)[number]>(name: K) => list.map((mark) => mark[name])
  return {
    ...told,
    body: {
      ...{
        id: column('id'),
        time: column('time'),
        color: column('color'),
        text: column('text'),
        label: column('label'),
      },
      ...{ labelFontColor: list.map(() => '#ffffff'), minSize: list.map(() => 14) },
    },
  }
}

const timescaleMarks: Handle = async (request, services) => {
  const { marks: list, told } = await marksIn(request, services)
  return { ...told, body: list.map(({ text, ...mark }) => ({ ...mark, tooltip: [text] })) }
}

const quotes: Handle = async ({ request, caller }, services) => {
  const { values, warnings } = parametersOf({ symbols: text('Symbols', '商品代號') }, request.query)
  const names = values.symbols.split(',')
  if (names.length > mostQuotes)
    throw faultOf('symbols', { en: `has more than ${mostQuotes} symbols`, zh: `超過 ${mostQuotes} 個代號` })
  const quote = async (n: string) => {
    try {
      const source = sourceOf(n)
      const { name, exchange, ticker } = await symbolOf(services, source)
      if (!covers(caller!.tier, source.dataset.tier))
        return { s: 'error', n, v: {}, errmsg: `tier_required: ${source.dataset.tier}` }
      const [before, last] = await lastBars(services, source)
      if (!before || !last) return { s: 'error', n, v: {}, errmsg: 'no_data' }
      const ch = Number((last.close - before.close).toFixed(4))
      const of = { short_name: ticker, exchange, description: name, lp: last.close, prev_close_price: before.close }
      const day = { open_price: last.open, high_price: last.high, low_price: last.low, volume: last.volume ?? 0 }
      return { s: 'ok', n, v: { ...of, ...day, ch, chp: Number(((ch / before.close) * 100).toFixed(2)) } }
    } catch {
      return { s: 'error', n, v: {}, errmsg: 'unknown_symbol' }
    }
  }
  return { warnings, body: { s: 'ok', d: await Promise.all(names.map(quote)) } }
}

/** A chart sends no header: its key may be a part of the path that it is given. */
const prefixes = [
  ['/udf', ''],
  ['/udf/{key}', 'Keyed'],
  // Where the address of OpenBB's backend ends in /openbb.
  ['/openbb/udf', 'OpenBb'],
] as const

/** The addresses of TradingView's UDF protocol. */
export const udf: readonly Route[] = prefixes.flatMap(([prefix, suffix]) => {
  const shared = {
    tag: 'data',
    failed,
    keyOf: (_, { key }) => key,
    parse: () => ({}),
    responses: { 200: { schema: { type: 'object', description: 'As the protocol has it' } } },
  } as const satisfies Partial<Parameters<typeof route>[2]>
  const about = { en: 'A request of the UDF protocol.', zh: 'UDF 協定的請求。' }
  const open = (path: string, id: string, handle: Handle): Route =>
    route(`GET ${prefix}/${path}`, `udf${id}${suffix}`, { ...shared, about, auth: 'open', cost: 'request', handle })
  const keyed = (path: string, id: string, handle: Handle, isOfSymbol = true): Route =>
    route(`GET ${prefix}/${path}`, `udf${id}${suffix}`, {
      ...{ ...shared, about, auth: 'key', handle },
      ...(isOfSymbol ? { partOf: (_: unknown, query: string) => requested(query).dataset } : { counts: 'quotes' }),
    })
  return [
    open('config', 'Config', async () => ({ body: configuration })),
    open('time', 'Time', async (_, { now }) => ({ body: String(Math.floor(now().getTime() / 1_000)) })),
    open('symbols', 'Symbols', ({ request }, services) => symbolInfo(request.query, services)),
    open('search', 'Search', ({ request }, services) => search(request.query, services)),
    keyed('history', 'History', ({ request }, services) => history(request.query, services)),
    keyed('marks', 'Marks', marks),
    keyed('timescale_marks', 'TimescaleMarks', timescaleMarks),
    keyed('quotes', 'Quotes', quotes, false),
  ]
})
