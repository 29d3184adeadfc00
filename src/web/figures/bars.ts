import { numeric, type Row, text } from '../fetched.ts'
import type { Bar } from './spec.ts'

/** A row of prices as a bar of its day; rows without a volume have bars of none. */
export const barOf = (row: Row, day: string): Bar => [
  text(row[day]),
  numeric(row.open),
  numeric(row.high),
  numeric(row.low),
  numeric(row.close),
  numeric(row.volume) ?? 0,
]
