import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { dayMs } from '../../days.ts'

const taipeiHours = 8

/** A decimal with all its places, as text. */
function decimal({ value, scale }: DuckDBDecimalValue): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return value < 0n ? `-${text}` : text
}

/** Undefined beyond the years that a date can be written in. */
const iso = (ms: number): string | undefined => (Math.abs(ms) > 8.64e15 ? undefined : new Date(ms).toISOString())

/** A clock reading in Taipei, in milliseconds as if it were one in UTC. */
const instant = (ms: number): string | null => {
  const text = iso(ms)
  return text === undefined ? null : `${text.slice(0, 19)}+08:00`
}

/** A value of the engine as `/v1/data` sends it; numbers that JSON does not have are not known. */
export function encode(value: DuckDBValue): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  if (value instanceof DuckDBDecimalValue) return decimal(value)
  if (value instanceof DuckDBDateValue) return iso(value.days * dayMs)?.slice(0, 10) ?? null
  if (value instanceof DuckDBTimestampTZValue) return instant(Number(value.micros / 1000n) + taipeiHours * 3_600_000)
  // A clock reading without a zone follows from dates alone, which are Taipei's.
  if (value instanceof DuckDBTimestampValue) return instant(Number(value.micros / 1000n))
  return String(value)
}
