import { dayOf } from '../days.ts'
import { numbers, orNull, readTable, yes } from './readTable.ts'

/** The funds that hold stocks of this market. */
export const funds = new Map(
  readTable('funds.tsv', {
    id: String,
    /** So many of the largest companies, or of those among them that pay out most, weighed more alike. */
    among: Number,
    count: Number,
    by: (cell) => cell as 'value' | 'payout',
    electronics: yes,
    /** The index is followed by the day, as a multiple; and the yearly costs. */
    multiple: Number,
    cost: Number,
    /** The months in which it pays, and what it pays in a year, as a share of the price. */
    months: numbers,
    pays: orNull(Number),
    /** New units for an old one, and the day it splits or joins them. */
    split: orNull(Number),
    splitDay: orNull(dayOf),
  }).map((fund) => [fund.id, fund]),
)
