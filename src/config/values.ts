import { isIP } from 'node:net'
import * as fields from '../fields.ts'

/** The kinds of settings. One with a default always has a value; one without may be left out. */

type Field<T, D> = fields.Field<T | D>

const setting = <T, D extends T | undefined>(field: fields.Field<T>, value: D | undefined): Field<T, D> =>
  (value === undefined ? fields.optional(field) : fields.withDefault<T>(field, value as T)) as Field<T, D>

type Text = string | undefined

const checked = fields.checked as <D>(
  field: Field<string, D>,
  isValid: (raw: string) => boolean,
  reason: fields.Label | ((raw: string) => fields.Label),
) => Field<string, D>

export const text = <D extends Text = undefined>(en: string, zh: string, value?: D): Field<string, D> =>
  setting(fields.text(en, zh), value)

export const decimal = (en: string, zh: string, value: string) => setting(fields.decimal(2, en, zh), value)

export const oneOf = <const V extends readonly string[], D extends V[number] | undefined = undefined>(
  values: V,
  en: string,
  zh: string,
  value?: D,
): Field<V[number], D> => setting(fields.oneOf(values, en, zh), value)

/** Refuses a value that a setting had in earlier releases, and says what to use instead. */
export const retired = <T>(field: fields.Field<T>, former: T & string, instead: fields.Label): fields.Field<T> =>
  fields.checked(
    { ...field, parse: (raw) => (raw === former ? former : field.parse(raw)) },
    (value) => value !== former,
    instead,
  )

export const integer = <D extends number | undefined = undefined>(
  en: string,
  zh: string,
  { default: value, ...bounds }: { readonly min: number; readonly max: number; readonly default?: D },
): Field<number, D> => setting(fields.integer(en, zh, bounds), value)

const units: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, MiB: 2 ** 20, GiB: 2 ** 30 }

export const memoryBytesOf = (amount: string): number => {
  const [, number = '0', unit = 'MB'] = /^([\d.]+)\s?(\w+)$/.exec(amount) ?? []
  return Math.floor(Number(number) * units[unit]!)
}

/** Items of a list that is separated by commas. */
export const listOf = (raw: string | undefined): string[] =>
  (raw ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const isMemory = (raw: string): boolean => /^\d+(\.\d+)?\s?(MB|GB|MiB|GiB)$/.test(raw)

/** An amount of memory, e.g. 512MB. */
export const memory = (en: string, zh: string, value: string, least = '0MB') =>
  checked(
    text(en, zh, value),
    (raw) => isMemory(raw) && memoryBytesOf(raw) >= memoryBytesOf(least),
    (raw) =>
      isMemory(raw)
        ? { en: `must be ${least} or more`, zh: `必須為 ${least} 以上` }
        : { en: 'must be an amount of memory, e.g. 512MB or 1GB', zh: '必須為記憶體大小，例如 1GB' },
  )

export const web = ['http:', 'https:'] as const

/** An address with one of these schemes. */
export const url = <D extends Text = undefined>(schemes: readonly string[], en: string, zh: string, value?: D) =>
  checked(text(en, zh, value), (raw) => schemes.includes(URL.parse(raw)?.protocol ?? ''), {
    en: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    zh: '網址格式不符',
  })

/** Whether a text is an instant with an offset. */
export const isInstant = (raw: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(raw) && !Number.isNaN(Date.parse(raw))

export const instant = (en: string, zh: string) =>
  checked(text(en, zh), isInstant, {
    en: 'must be an instant with an offset, e.g. 2026-11-13T18:00:00+08:00',
    zh: '必須為帶時區的時刻',
  })

/** An e-mail address, or a page. */
export const contact = (en: string, zh: string) =>
  checked(text(en, zh), (raw) => /^(https:\/\/[!-~]+|(mailto:)?[!-9;-?A-~]+@[!-9;-?A-~]+)$/.test(raw), {
    en: 'must be an e-mail address, or begin with https:// or mailto:',
    zh: '必須為電子郵件或 https 網址',
  })

const isSubnet = (raw: string): boolean => {
  const [, address = '', bits] = /^([^/]+?)(?:\/(\d+))?$/.exec(raw) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 4 ? 32 : 128))
}

/** Addresses or subnets, separated by commas. */
export const subnets = (en: string, zh: string) =>
  checked(
    text(en, zh),
    (raw) => listOf(raw).every(isSubnet),
    (raw) => ({
      en: `holds ${listOf(raw).find((item) => !isSubnet(item))}, which is no address or subnet`,
      zh: '含有無效的位址',
    }),
  )

const isAmount = (raw: string): boolean => /^\d+(\.\d+)?$/.test(raw)

export const amount = (en: string, zh: string) =>
  checked(text(en, zh), isAmount, { en: 'must be a number', zh: '必須為數字' })

/** Two amounts, separated by a comma. */
export const amounts = (en: string, zh: string) =>
  checked(text(en, zh), (raw) => raw.split(',').length === 2 && raw.split(',').every((part) => isAmount(part.trim())), {
    en: 'must be two numbers, e.g. 0.25,1.25',
    zh: '必須為兩個數字，例如 0.25,1.25',
  })

export const location = (en: string, zh: string) =>
  checked(text(en, zh), (raw) => locationOf(raw) !== null, {
    en: 'must be s3://bucket or s3://bucket/prefix',
    zh: '必須為 s3://bucket 或 s3://bucket/prefix',
  })

/** A bucket and the prefix of its keys: empty, or ending in a slash. */
export type Location = { readonly bucket: string; readonly prefix: string }

/** Reads s3://bucket/prefix; null where the address is wrong. */
export function locationOf(address: string): Location | null {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? []
  if (bucket === undefined) return null
  const segments = path.replace(/\/$/, '').split('/')
  if (path === '') return { bucket, prefix: '' }
  return segments.every((segment) => /^[\w.=@+-]+$/.test(segment) && !/^\.\.?$/.test(segment))
    ? { bucket, prefix: `${segments.join('/')}/` }
    : null
}
