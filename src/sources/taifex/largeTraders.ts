import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanFuturesLargeTraders } from '../../catalogue/derivatives/TaiwanFuturesLargeTraders.ts'
import { TaiwanOptionsLargeTraders } from '../../catalogue/derivatives/TaiwanOptionsLargeTraders.ts'
import type { FeedRequest } from '../feed.ts'
import type { From } from '../mapping.ts'
import { quotient } from '../numbers.ts'
import type { Cell, ParsedRows, Rejected, Row } from '../outcome.ts'
import { changed } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { inOpenApi, type Named, onSite, part, type Reading } from '../reading.ts'
import type { Table } from '../tables.ts'
import { ofTheDay, taifexList } from './openApi.ts'
import { ofStem } from './products.ts'
import { taifexFile } from './response.ts'
import { callPut } from './vocabulary.ts'

/** A contract has two rows: the largest traders, and the institutions among them. They are one row here. */

const sides = ['buy_top5', 'buy_top10', 'sell_top5', 'sell_top10'] as const
type Who = 'trader' | 'specific'
type Positions = keyof (typeof TaiwanFuturesLargeTraders)['columns'] & string

const position = (side: (typeof sides)[number], who: Who): string => `${side}_${who}_open_interest`

const titles: Readonly<Record<(typeof sides)[number], readonly [zh: string, en: string]>> = {
  buy_top5: ['前五大交易人買方', 'Top5Buy'],
  buy_top10: ['前十大交易人買方', 'Top10Buy'],
  sell_top5: ['前五大交易人賣方', 'Top5Sell'],
  sell_top10: ['前十大交易人賣方', 'Top10Sell'],
}

const noContract = { none: ['-'] } as const

const columnsOfWho = (named: Named, who: Who): Readonly<Record<string, From>> => ({
  ...Object.fromEntries(sides.map((side) => [position(side, who), named(...titles[side], noContract)])),
  market_open_interest: named('全市場未沖銷部位數', 'OIOfMarket', noContract),
})

const kindTitles = ['交易人類別', 'TypeOfTraders']
const kinds: Readonly<Record<Who, string>> = { trader: '0', specific: '1' }

/** `666666` are all weekly contracts; `999999` and, in the OpenAPI, `999912` are all contracts. */
export function traderContract(text: string): string | undefined {
  const month = text.trim()
  if (month === '666666') return 'week'
  if (month === '999999' || month === '999912') return 'all'
  return /^\d{6}$/.test(month) ? month : undefined
}

const percentOf = (held: Cell, market: Cell): number | null =>
  typeof held === 'number' && typeof market === 'number' ? quotient(held * 100, market, 2) : null

function largeTraders<D extends Dataset>(dataset: D, keys: Readonly<Record<string, From>>, named: Named): Reading {
  const ofWho = (who: Who) => {
    const isOther = (kind: string) => kind.normalize('NFKC').trim() !== kinds[who]
    return part(dataset as Dataset, { ...keys, ...columnsOfWho(named, who) } as Record<Positions, From>, {
      leave: [['the other half', kindTitles, isOther]],
    })
  }
  const [traders, institutions] = [ofWho('trader'), ofWho('specific')]
  const idOf = (row: Row): string => dataset.key.map((name) => row[name]).join('\u0000')

  function read(tables: readonly Table[], request: FeedRequest): ParsedRows {
    for (const { titles: there, rows } of tables) checkKinds(there, rows)
    const [all, some] = [traders.read(tables, request), institutions.read(tables, request)]
    const halves = new Map(some.rows.map((row) => [idOf(row), row]))
    const rejected: Rejected[] = [...all.rejected, ...some.rejected]
    const rows: Row[] = []
    const reject = (row: Row, why: string) => rejected.push({ column: 'market_open_interest', why, cells: values(row) })
    for (const row of all.rows) {
      const half = halves.get(idOf(row))
      halves.delete(idOf(row))
      if (half === undefined) reject(row, 'comes without its institutions')
      else if (half.market_open_interest !== row.market_open_interest) reject(row, 'differs between its two rows')
      else rows.push(joined(row, half))
    }
    for (const half of halves.values()) reject(half, 'comes without its traders')
    return { rows, rejected, unread: all.unread, left: [] }
  }

  return {
    dataset,
    fills: Object.keys(dataset.columns),
    layouts: [...traders.layouts, ...institutions.layouts],
    read,
  }
}

/** A row of neither kind belongs to no half. */
function checkKinds(titles: Table['titles'], rows: Table['rows']): void {
  const at = titles.findIndex((title) => kindTitles.includes(title))
  for (const cells of rows) {
    const kind = textOf(cells[at]).normalize('NFKC').trim()
    if (at >= 0 && !Object.values(kinds).includes(kind))
      throw changed(`no kind of traders is known as ${kind || 'blank'}`)
  }
}

/** The columns of positions with those of their shares, in both halves. */
const shares = sides.flatMap((side) =>
  (['trader', 'specific'] as const).map((who) => [position(side, who), `${position(side, who)}_percent`] as const),
)

function joined(traders: Row, institutions: Row): Row {
  const row: Record<string, Cell> = { ...traders, ...institutions }
  for (const [held, percent] of shares) row[percent] = percentOf(row[held]!, row.market_open_interest!)
  return row
}

const values = (row: Row): string[] => Object.values(row).map(String)

/** The columns that identify the traders of a contract. */
const keysOf = (named: Named, letter: 'F' | 'O', id: string, label: string) => ({
  trade_date: named('日期', 'Date'),
  [id]: named('商品(契約)', 'Contract', { read: ofStem(letter) }),
  [label]: named('商品名稱(契約名稱)', 'ContractName'),
  contract_month: named('到期月份(週別)', 'SettlementMonth', { read: traderContract }),
})

const futures = (named: Named) =>
  largeTraders(TaiwanFuturesLargeTraders, keysOf(named, 'F', 'futures_id', 'futures_name'), named)
const options = (named: Named) => {
  const keys = keysOf(named, 'O', 'option_id', 'option_name')
  return largeTraders(
    TaiwanOptionsLargeTraders,
    { ...keys, call_put: named('買賣權', 'CallPut', { read: callPut }) },
    named,
  )
}

export const traders = [
  taifexList(futures(inOpenApi), 'OpenInterestOfLargeTradersFutures', ofTheDay, { recorded: '.json' }),
  taifexList(options(inOpenApi), 'OpenInterestOfLargeTradersOptions', ofTheDay),
  taifexFile(futures(onSite), 'largeTraderFutDown', { longest: 7 }),
  taifexFile(options(onSite), 'largeTraderOptDown', {
    longest: 7,
    recording: 'taifex/largeTraderOptDown_20230130.csv',
  }),
]
