import { FileReader } from '../../src/pages/file.ts'
import type { OpenPages } from '../../src/pages/open.ts'
import { idStream, idsIn } from '../../src/pages/stream.ts'

/** A kind of page, and addresses of a few hundred such pages. */
export type Case = { readonly name: string; readonly paths: readonly string[] }

export const datasetName = 'TaiwanStockPrice'

/** The same numbers on every run. */
function createRandom(): (below: number) => number {
  let state = 20_260_701
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const text = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Key dates of every id that is served by default, newest first. */
function datesOf({ datasets, inactive }: OpenPages): Map<string, number[]> {
  const reader = new FileReader()
  const parts = datasets[datasetName]!
  const dates = new Map<string, number[]>()
  for (const id of new Set(parts.flatMap((part) => idsIn(reader, part)))) {
    const stream = idStream(reader, parts, id)!
    if (inactive.has(id)) continue
    const days: number[] = []
    for (const { file, from, to } of stream.rows(reader, { from: null, to: null })) {
      const entries = reader.entries(file, from, to)
      for (let row = 0; row < to - from; row++) days.push(entries[row * 2 + 1]!)
    }
    dates.set(id, days)
  }
  reader.close('/')
  return dates
}

/** Cases that tell little beside the others; a run of all cases measures them too. */
const further = ['one id, 250 rows', 'no id, 10,000 rows', 'one day, every id', '3 columns, 250 rows']

/** The cases whose name holds `only`, or all but the further ones where it is null, with so many addresses at most. */
export function makeCases(pages: OpenPages, only: string | null, most: number): Case[] {
  const random = createRandom()
  const dates = datesOf(pages)
  const ids = [...dates.keys()]
  const days = [...new Set([...dates.values()].flat())].sort((a, b) => b - a)
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!
  const address = (query: Record<string, string | number>) =>
    `/v1/data/${datasetName}?${Object.entries(query)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}`
  const times = (count: number, make: () => string) => () => Array.from({ length: Math.min(count, most) }, make)

  /** One id and a range of dates that holds just so many rows. */
  const range = (rows: number): Record<string, string | number> => {
    const id = pick(ids.filter((known) => dates.get(known)!.length >= rows))
    const held = dates.get(id)!
    const at = random(held.length - rows + 1)
    return { stock_id: id, start_date: text(held[at + rows - 1]!), end_date: text(held[at]!) }
  }
  /** Some ids, and the newest day from which they still have so many rows together. */
  const several = (count: number, rows: number) => {
    const chosen = new Set<string>()
    const long = ids.filter((id) => dates.get(id)!.length * count >= rows * 1.2)
    const from = long.length >= count ? long : ids
    while (chosen.size < Math.min(count, from.length)) chosen.add(pick(from))
    const held = [...chosen].flatMap((id) => dates.get(id)!).sort((a, b) => b - a)
    return {
      stock_id: [...chosen].join(','),
      end_date: text(held[random(Math.max(1, held.length - rows))]!),
      limit: rows,
    }
  }
  const perDay = [...dates.values()].reduce((total, { length }) => total + length, 0) / days.length
  const lateDays = days.slice(0, Math.floor(days.length / 4))
  const longest = [...dates.values()].map(({ length }) => length).sort((a, b) => b - a)
  const needed = longest.findIndex((_, i) => longest.slice(0, i + 1).reduce((a, b) => a + b, 0) >= 12_000) + 1
  const columns = 'trade_date,close,volume'
  const cases = [
    { name: 'one id, 5 rows', paths: times(200, () => address(range(5))) },
    { name: 'one id, 250 rows', paths: times(200, () => address(range(250))) },
    { name: 'one id, 1,000 rows', paths: times(200, () => address(range(1_000))) },
    { name: `${needed} ids, 10,000 rows`, paths: times(20, () => address(several(needed, 10_000))) },
    {
      name: 'no id, 10,000 rows',
      paths: times(20, () =>
        address({
          end_date: text(days[random(Math.max(1, days.length - Math.ceil(12_000 / perDay) - 1))]!),
          limit: 10_000,
        }),
      ),
    },
    { name: '3 ids, 1,000 rows', paths: times(200, () => address(several(3, 1_000))) },
    { name: '50 ids, 1,000 rows', paths: times(200, () => address(several(50, 1_000))) },
    {
      name: 'one day, every id',
      paths: times(100, () => {
        const day = text(pick(lateDays))
        return address({ start_date: day, end_date: day, limit: 10_000 })
      }),
    },
    { name: '3 columns, 250 rows', paths: times(200, () => address({ ...range(250), columns })) },
    { name: '3 columns, 1,000 rows', paths: times(200, () => address({ ...range(1_000), columns })) },
    { name: 'one id, newest 5, cursor', paths: times(200, () => address({ stock_id: pick(ids), limit: 5 })) },
  ]
  return cases
    .filter(({ name }) => (only === null ? !further.includes(name) : name.includes(only)))
    .map(({ name, paths }) => ({ name, paths: paths() }))
}
