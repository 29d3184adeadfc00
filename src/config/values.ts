import { isIP } from 'node:net'
import { checked, type Field, text } from '../fields.ts'

/** Kinds of values that only settings have. */

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

/** An amount of memory, e.g. 512MB. */
export const memory = (en: string, zh: string): Field<string> =>
  checked(text(en, zh), (raw) => /^\d+(\.\d+)?\s?(MB|GB|MiB|GiB)$/.test(raw), {
    en: 'must be an amount of memory, e.g. 512MB or 1GB',
    zh: '必須為記憶體大小，例如 1GB',
  })

export const web = ['http:', 'https:'] as const

/** An address with one of these schemes. */
export const url = (schemes: readonly string[], en: string, zh: string): Field<string> =>
  checked(text(en, zh), (raw) => schemes.includes(URL.parse(raw)?.protocol ?? ''), {
    en: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    zh: '網址格式不符',
  })

export const instant = (en: string, zh: string): Field<string> =>
  checked(
    text(en, zh),
    (raw) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(raw) && !Number.isNaN(Date.parse(raw)),
    { en: 'must be an instant with an offset, e.g. 2026-11-13T18:00:00+08:00', zh: '必須為帶時區的時刻' },
  )

/** An e-mail address, or a page. */
export const contact = (en: string, zh: string): Field<string> =>
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
export const subnets = (en: string, zh: string): Field<string> =>
  checked(
    text(en, zh),
    (raw) => listOf(raw).every(isSubnet),
    (raw) => ({
      en: `holds ${listOf(raw).find((item) => !isSubnet(item))}, which is no address or subnet`,
      zh: '含有無效的位址',
    }),
  )

const isAmount = (raw: string): boolean => /^\d+(\.\d+)?$/.test(raw)

export const amount = (en: string, zh: string): Field<string> =>
  checked(text(en, zh), isAmount, { en: 'must be a number', zh: '必須為數字' })

/** Two amounts, separated by a comma. */
export const amounts = (en: string, zh: string): Field<string> =>
  checked(text(en, zh), (raw) => raw.split(',').length === 2 && raw.split(',').every((part) => isAmount(part.trim())), {
    en: 'must be two numbers, e.g. 0.25,1.25',
    zh: '必須為兩個數字，例如 0.25,1.25',
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
