import type { Facts } from '../facts.ts'
import { namesOfDataset } from '../heed/accounted.ts'
import { columnsOf } from '../heed/columns.ts'
import { time, withoutColumns } from '../heed/words.ts'
import type { Note, Representation } from '../representation.ts'
import type { Encoded } from './encode.ts'
import { chineseNumber } from './numerals.ts'
import { plainText } from './text.ts'

/** Words by which a question says that it wants one row. */
const single =
  /哪[一个支档家天]|最[^，。？?]{0,8}的?是|which (?:stock|company|one|day|etf|index|sector)\b|\b(?:single|who)\b/
const english = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A question without what it names: securities, columns and datasets, whose names have words of times and numbers. */
function withoutNames(question: string, representation: Representation, { written, slots }: Encoded): string {
  const columns = columnsOf(representation)
  let left = plainText(question)
  for (const at of slots.names.keys()) left = left.replaceAll(plainText(written.get(`e${at}`) ?? ''), ' ')
  left = withoutColumns(left, columns)
  for (const name of new Set([representation.dataset, ...columns.map(({ dataset }) => dataset)]))
    for (const said of namesOfDataset(name)) left = left.replaceAll(said, ' ')
  return left.replaceAll(/上市|上柜|三大法人/g, ' ')
}

/** A meaning with notes on what the engine chose: how many rows, and the newest date. */
export function withDefaults(
  representation: Representation,
  question: string,
  encoded: Encoded,
  { calendar }: Facts,
): Representation {
  const { limit, when, dataset } = representation
  const left = withoutNames(question, representation, encoded)
  const numbers = [
    ...encoded.slots.numbers.map(({ value }) => value),
    ...(left.match(/[两二三四五六七八九十]/g) ?? []).map((letter) => chineseNumber(letter)),
    ...english.flatMap((word, at) => (new RegExp(`\\b${word}\\b`).test(left) ? [at + 2] : [])),
  ]
  const notes: Note[] = []
  if (limit !== null && limit > 1 && !numbers.includes(limit) && !single.test(left))
    notes.push({ code: 'default_limit', value: limit })
  if (when.kind === 'latest' && encoded.slots.days.length === 0 && !time.test(left))
    notes.push({ code: 'default_date', value: calendar.newest(dataset) })
  return notes.length > 0 ? { ...representation, notes } : representation
}
