import type { Alias } from '../../catalogue/aliases.ts'
import type { Field } from '../../fields.ts'
import { type Decode, decoderOf } from '../../sources/cells.ts'
import { dayFrom, monthFrom } from '../../sources/dates.ts'
import { isNoValue, scaled } from '../../sources/numbers.ts'
import type { Cell } from '../../sources/outcome.ts'

const truths: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false }

/** Reads a day, optionally with a midnight, or a month in `report_month`. */
function dayOf(name: string): Decode {
  const midnight = /[ T]00:00(:00(\.0+)?)?(Z|\+00:00)?$/
  return (text) => {
    const plain = text.trim().replace(midnight, '')
    const day = dayFrom(plain)
    return day === undefined && name === 'report_month' ? monthFrom(plain) : day
  }
}

/** Writes `4e-06` as `0.000004`. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = ''] =
    /^\s*([-+]?)(\d+)(?:\.(\d+))?e([-+]?\d{1,2})\s*$/i.exec(text) ?? []
  if (whole === '') return text
  const digits = whole + fraction
  const point = whole.length + Number(power)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point) || '0'}`
}

/**
 * Reads a number with at most `scale` places, times a power of ten. Excess digits of a binary fraction, as in
 * 33.150000000000006, are dropped.
 */
function numberOf(scale: number, times: number, rounds: boolean): Decode {
  const shifted = scale + Math.round(Math.log10(times))
  return (written) => {
    const text = /\de[-+]?\d+\s*$/i.test(written) ? withoutExponent(written) : written
    const value = scaled(text, shifted, rounds)
    if (value !== undefined || !/^\s*[-+]?\d+\.\d{12,}\s*$/.test(text)) return value
    const nearest = scaled(text, shifted, true)
    if (typeof nearest !== 'number') return undefined
    return Math.abs(nearest - Number(text) * 10 ** shifted) < 1e-6 ? nearest : undefined
  }
}

function plainDecoder(name: string, field: Field, { times, rounds }: Alias): Decode {
  switch (field.kind) {
    case 'date':
      return dayOf(name)
    case 'integer':
    case 'decimal':
      return numberOf(field.scale ?? 0, times ?? 1, rounds ?? false)
    case 'boolean':
      return (text) => (isNoValue(text) ? null : truths[text.trim().toLowerCase()])
    case 'datetime':
      return (text) => {
        if (isNoValue(text)) return null
        // Without an offset the instant is unknown.
        return /T.*(Z|[+-]\d{2}:\d{2})$/.test(text.trim()) ? Date.parse(text.trim()) || undefined : undefined
      }
    default:
      return decoderOf(field, {})
  }
}

/** Returns the decoder of a column: null for no value, undefined for unreadable text. */
export function importDecoder(name: string, field: Field, alias: Alias): Decode {
  const { none, values, otherwise } = alias
  const plain = plainDecoder(name, field, alias)
  if (!none && !values) return plain
  return (text): Cell | undefined => {
    const word = text.trim()
    if (none?.test(word)) return null
    const ours = values && (Object.hasOwn(values, word) ? values[word] : otherwise)
    return ours === '' ? null : plain(ours ?? text)
  }
}
