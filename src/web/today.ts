import { numeric, type Row, text } from './fetched.ts'

/** Figures of a trading day, computed from its rows. */

/** A security's day: its close and its change against the price before. */
export type Move = Readonly<ReturnType<typeof movesOf>[number]>

/** The change of a row against its reference price, and in percent of it; null where a part is unknown. */
export function changeOf(row: Row | undefined): { readonly change: number | null; readonly share: number | null } {
  const close = numeric(row?.close)
  const change = numeric(row?.spread)
  return {
    change,
    share: close === null || change === null || close === change ? null : (100 * change) / (close - change),
  }
}

/** `spread` is the change against the reference price of the day, which is the close before except on ex-dates. */
export function movesOf(prices: readonly Row[], names: ReadonlyMap<string, string>) {
  return prices.flatMap((row) => {
    const id = text(row.stock_id)
    const name = names.get(id)
    const close = numeric(row.close)
    const { change, share: percent } = changeOf(row)
    if (name === undefined || close === null || change === null || percent === null) return []
    return [{ id, name, close, change, percent }]
  })
}

/** Names of the companies among the securities: funds, warrants and bonds follow other prices. */
export const companyNames = (overview: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(
    overview
      .filter(({ security_type }) => security_type === 'stock')
      .map(({ stock_id, stock_name }) => [text(stock_id), text(stock_name)]),
  )

export function breadthOf(moves: readonly Move[], limits: readonly Row[]) {
  const byId = new Map(limits.map((row) => [text(row.stock_id), row]))
  const isAt = (side: 'limit_up' | 'limit_down') => (move: Move) => numeric(byId.get(move.id)?.[side]) === move.close
  return {
    total: moves.length,
    up: moves.filter(({ change }) => change > 0).length,
    flat: moves.filter(({ change }) => change === 0).length,
    down: moves.filter(({ change }) => change < 0).length,
    limitUp: moves.filter(isAt('limit_up')).length,
    limitDown: moves.filter(isAt('limit_down')).length,
  }
}

/** Indices that hold other sectors: all but financials, electronics as a whole, chemicals with biotechnology. */
const wider = new Set(['IX0007', 'IX0008', 'IX0009', 'IX0019', 'IX0027', 'IX0047'])

/** The sectors of a market by their share of its turnover. */
export function sectorsOf(rows: readonly Row[], market: 'TWSE' | 'TPEX') {
  return rows
    .filter((row) => row.market === market && !wider.has(text(row.stock_id)))
    .map((row) => ({
      id: text(row.stock_id),
      name: text(row.index_name)
        .replace(/^櫃買/, '')
        .replace(/類指數$/, ''),
      percent: changeOf(row).share,
      share: numeric(row.turnover_ratio) ?? 0,
    }))
    .sort((a, b) => b.share - a.share)
}

/** Every so many rows of a day, and the last one: a picture needs no more. */
export const thinned = <T>(rows: readonly T[], step: number): readonly T[] =>
  rows.filter((_, i) => i % step === 0 || i === rows.length - 1)
