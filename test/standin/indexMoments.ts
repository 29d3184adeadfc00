import type { Days, Market, MarketRow } from './market.ts'
import type { Sheet } from './sheet.ts'
import { grouped, places } from './spell.ts'

/** The bars of a day, for the indices whose moments are no longer kept. */
const bars = (market: string, headline: string): string => `
  SELECT index_name, open, high, low, close, close - spread AS before FROM TaiwanStockSectorPrice
  WHERE market = '${market}' AND trade_date BETWEEN :from AND :to
  UNION ALL
  SELECT '${headline}', open, high, low, close, close - spread FROM TaiwanWeightedIndex
  WHERE stock_id = '${market === 'TWSE' ? 'TAIEX' : 'TPEX'}' AND trade_date BETWEEN :from AND :to`

/** An index a row, with all of its moments in one text: a hundred thousand rows take seconds to read. */
const moments = (market: string): string => `
  SELECT index_name, string_agg(trade_time || ' ' || index_value, ',') AS moments FROM TaiwanIndex5Seconds
  WHERE market = '${market}' AND trade_date BETWEEN :from AND :to GROUP BY index_name`

/** When a bar that is drawn in five strokes reaches its values. */
const strokes = [
  ['09:00:00', 'before'],
  ['09:00:05', 'open'],
  ['10:00:00', 'high'],
  ['11:00:00', 'low'],
  ['13:30:00', 'close'],
] as const

/** From nine to half past one. */
const session = Array.from({ length: 3_241 }, (_, at) =>
  new Date((32_400 + at * 5) * 1_000).toISOString().slice(11, 19),
)

/** Some value between the lowest and the highest, other at every moment. */
const wandering = ({ high, low }: MarketRow, at: string): string => {
  const [hours, minutes, seconds] = at.split(':').map(Number) as [number, number, number]
  const share = (((hours * 3_600 + minutes * 60 + seconds) * 37) % 1_009) / 1_009
  return (Number(low) + (Number(high) - Number(low)) * share).toFixed(2)
}

/** Every index in a column of its own, a moment a row. The first moment still has the close of the day before. */
export function indexMoments(
  market: 'TWSE' | 'TPEX',
  time: string,
): { readonly print: (market: Market, days: Days) => Promise<Sheet> } {
  const headline = market === 'TWSE' ? '發行量加權股價指數' : '櫃買指數'
  return {
    async print(database, days) {
      const [kept, drawn] = await Promise.all([
        database.rows(moments(market), days),
        database.rows(bars(market, headline), days),
      ])
      const values = new Map(
        kept.map((row) => [
          row.index_name!,
          new Map(row.moments!.split(',').map((moment) => moment.split(' ') as [string, string])),
        ]),
      )
      const drawnAt = database.everyMoment ? session : strokes.map(([at]) => at)
      const times =
        kept.length > 0 ? [...new Set([...values.values()].flatMap((of) => [...of.keys()]))].sort() : drawnAt
      const names =
        drawn.length === 0 ? [] : [headline, ...drawn.map((row) => row.index_name!).filter((name) => name !== headline)]
      const barOf = new Map(drawn.map((row) => [row.index_name!, row]))
      const valueAt = (name: string, at: string): string => {
        const [from, stroke] = strokes.findLast(([begins]) => begins <= at)!
        if (kept.length === 0 && from !== at) return wandering(barOf.get(name)!, at)
        return values.get(name)?.get(at) ?? barOf.get(name)![stroke]!
      }
      return {
        title: '',
        titles: [time, ...names],
        rows:
          names.length === 0
            ? []
            : times.map((at) => [at, ...names.map((name) => grouped(places(valueAt(name, at), 2)))]),
      }
    },
  }
}
