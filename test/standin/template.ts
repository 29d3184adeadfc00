import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import { columnsOf, type Printer } from './sheet.ts'

const sources = join(import.meta.dirname, '../../src/sources')

/** The text of an answer of our own making, such as `twse/fixtures/TaiwanStockPrice.MI_INDEX.json`. */
export const fixture = (file: string): string => readFileSync(join(sources, file), 'utf8')

/**
 * A list with many columns that nobody reads: they stand as in the fixture, whose first object tells the titles, and
 * the ones in `lines` are written from the market.
 */
export function templated(dataset: Dataset, file: string, select: string, lines: string): Printer {
  const writers = new Map(columnsOf(dataset, lines).map(({ title, write }) => [title, write]))
  return {
    async print(market, days, hand) {
      const [sample] = JSON.parse(fixture(file)) as Record<string, string>[]
      const titles = Object.keys(sample!)
      const unknown = [...writers.keys()].filter((title) => !titles.includes(title))
      if (unknown.length > 0) throw new TypeError(`${file} has no ${unknown.join(', ')}`)
      const rows = await market.rows(select, days)
      return {
        title: '',
        titles,
        rows: rows.map((row) => titles.map((title) => writers.get(title)?.(row, hand) ?? sample![title]!)),
      }
    },
  }
}
