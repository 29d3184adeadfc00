/** One vocabulary for every named value: a column, a query parameter, a setting. */

export type Kind = 'text' | 'date' | 'datetime' | 'integer' | 'decimal' | 'boolean'

/** A text in both of the product's languages. */
export type Label = { readonly en: string; readonly zh: string }

/** `a, b or c` */
export const alternatives = (words: readonly string[]): Label => {
  const [last = '', ...others] = words.toReversed()
  const listed = others.toReversed()
  return {
    en: listed.length === 0 ? last : `${listed.join(', ')} or ${last}`,
    zh: listed.length === 0 ? last : `${listed.join('、')} 或 ${last}`,
  }
}

/** The reason why a field refuses a value. */
class FieldError extends TypeError {
  override name = 'FieldError'
  readonly reason: Label
  constructor(en: string, zh: string) {
    super(en)
    this.reason = { en, zh }
  }
}

/** When something was announced to go, the first day on which it may be gone, and what to use instead. */
export type Deprecation = { readonly since: string; readonly sunset: string; readonly instead: Label }

export type Field<T = unknown> = {
  readonly kind: Kind
  readonly label: Label
  /** Text from outside (a query string, an exchange's file, the environment) to a value; throws `FieldError`. */
  readonly parse: (raw: string) => T
  /** JSON Schema of the encoded value. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly unit?: string
  readonly scale?: number
  readonly values?: readonly string[]
  /** Other words people use for it; the ask lexicon reads them. */
  readonly also?: Words
  readonly nullable?: boolean
  readonly default?: T
  readonly deprecated?: Deprecation
}

// biome-ignore lint/suspicious/noExplicitAny: a list of fields holds fields of every type
export type Fields = Readonly<Record<string, Field<any>>>

/** The TypeScript type of an object described by `fields`. */
export type Values<F extends Fields> = { -readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }

type Words = { readonly en: readonly string[]; readonly zh: readonly string[] }

/** The words of two texts: `, ` stands between those in English, `、` between those in Chinese. */
export const listed = ({ en, zh }: Partial<Label>): Words => ({ en: en?.split(', ') ?? [], zh: zh?.split('、') ?? [] })

type More = { readonly unit?: string; readonly also?: Partial<Label> }

const field = <T>(
  kind: Kind,
  en: string,
  zh: string,
  { also, ...rest }: Omit<Field<T>, 'kind' | 'label' | 'also'> & More,
): Field<T> => Object.freeze({ kind, label: Object.freeze({ en, zh }), ...rest, ...(also && { also: listed(also) }) })

export const text = (en: string, zh: string, more: More = {}): Field<string> =>
  field('text', en, zh, { parse: (raw) => raw, schema: { type: 'string' }, ...more })

/** No control characters, as `line` reads it. */
const linePattern = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'
/** Not blank, and no control characters other than line ends and tabs, as `prose` reads it. */
const prosePattern = '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$'

/** One line of text of a bounded length, without control characters. */
export const line = (
  en: string,
  zh: string,
  { min, max, pattern, ...more }: More & { min: number; max: number; pattern?: RegExp },
): Field<string> =>
  field('text', en, zh, {
    parse(raw) {
      if (raw.length < min || raw.length > max)
        throw new FieldError(`must have ${min} to ${max} characters`, `長度必須為 ${min} 到 ${max} 個字元`)
      if (/\p{Cc}/u.test(raw) || !raw.isWellFormed())
        throw new FieldError('must not contain control characters', '不可含有控制字元')
      if (pattern && !pattern.test(raw)) throw new FieldError('has the wrong format', '格式不符')
      return raw
    },
    schema: { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source ?? linePattern },
    ...more,
  })

/** Text of a bounded length written by a person: not blank; line ends and tabs are allowed. */
export const prose = (
  en: string,
  zh: string,
  { min, max, ...more }: More & { min: number; max: number },
): Field<string> =>
  field('text', en, zh, {
    parse(raw) {
      if (raw.length < min || raw.length > max)
        throw new FieldError(`must have ${min} to ${max} characters`, `長度必須為 ${min} 到 ${max} 個字元`)
      if (raw.trim() === '') throw new FieldError('must not be blank', '不可為空白')
      if (/[^\P{Cc}\n\r\t]/u.test(raw) || !raw.isWellFormed())
        throw new FieldError('must not contain control characters', '不可含有控制字元')
      return raw
    },
    schema: { type: 'string', minLength: min, maxLength: max, pattern: prosePattern },
    ...more,
  })

export type Scalar = string | number | boolean | null

/** A list of a JSON body, which is read as its text. */
export const scalars = (
  en: string,
  zh: string,
  { most, longest }: { most: number; longest: number },
): Field<readonly Scalar[]> =>
  field('text', en, zh, {
    parse(raw) {
      const list = JSON.parse(raw) as unknown[]
      if (list.length > most) throw new FieldError(`must have at most ${most} values`, `最多 ${most} 個值`)
      const isScalar = (value: unknown): value is Scalar =>
        value === null || ['string', 'number', 'boolean'].includes(typeof value)
      if (!list.every(isScalar))
        throw new FieldError('must hold texts, numbers, true, false or null', '僅可含文字、數字、true、false 或 null')
      if (list.some((value) => typeof value === 'string' && value.length > longest))
        throw new FieldError(`must hold texts of at most ${longest} characters`, `文字長度上限為 ${longest} 字`)
      return list
    },
    schema: {
      type: 'array',
      maxItems: most,
      items: { type: ['string', 'number', 'boolean', 'null'], maxLength: longest },
    },
  })

/** Text that takes one of a few values. */
export const oneOf = <const V extends readonly string[]>(
  values: V,
  en: string,
  zh: string,
  more: More = {},
): Field<V[number]> =>
  field('text', en, zh, {
    values,
    parse(raw) {
      if (!values.includes(raw))
        throw values.length === 1
          ? new FieldError(`must be ${values[0]}, the only value available`, `必須為 ${values[0]}，目前沒有其他選項`)
          : new FieldError(`must be one of ${values.join(', ')}`, `必須為 ${values.join('、')} 其中之一`)
      return raw
    },
    schema: { type: 'string', enum: values },
    ...more,
  })

/** Some of a few names, separated by commas. */
export const namesAmong = (values: readonly string[], en: string, zh: string): Field<readonly string[]> =>
  field('text', en, zh, {
    parse(raw) {
      const names = raw.split(',')
      const strange = names.find((name) => !values.includes(name))
      if (strange !== undefined)
        throw new FieldError(
          `has ${JSON.stringify(strange.slice(0, 100))}, which does not exist; names are separated by commas`,
          `含有不存在的名稱 ${JSON.stringify(strange.slice(0, 100))}；請以逗號分隔`,
        )
      return [...new Set(names)]
    },
    schema: { type: 'string', pattern: `^(${values.join('|')})(,(${values.join('|')}))*$` },
  })

const longMonths = new Set([1, 3, 5, 7, 8, 10, 12])

/** Called several times per request, so it computes instead of creating a Date. */
export const isDate = (raw: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(raw)) return false
  const [year, month, day] = [Number(raw.slice(0, 4)), Number(raw.slice(5, 7)), Number(raw.slice(8))]
  if (month < 1 || month > 12 || day < 1) return false
  if (month !== 2) return day <= (longMonths.has(month) ? 31 : 30)
  return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28)
}

export const date = (en: string, zh: string, more: More = {}): Field<string> =>
  field('date', en, zh, {
    parse(raw) {
      if (!isDate(raw)) throw new FieldError('must be a calendar date, YYYY-MM-DD', '必須為存在的日期，格式 YYYY-MM-DD')
      return raw
    },
    schema: { type: 'string', format: 'date' },
    ...more,
  })

/** An instant; encoded with the Taipei offset. */
export const datetime = (en: string, zh: string, more: More = {}): Field<string> =>
  field('datetime', en, zh, {
    parse(raw) {
      if (
        !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(raw) ||
        Number.isNaN(Date.parse(raw))
      )
        throw new FieldError(
          'must be an instant with an offset, e.g. 2026-07-31T13:30:00+08:00',
          '必須為帶時區的時刻，例如 2026-07-31T13:30:00+08:00',
        )
      return raw
    },
    schema: { type: 'string', format: 'date-time' },
    ...more,
  })

export const integer = (
  en: string,
  zh: string,
  { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, ...more }: More & { min?: number; max?: number } = {},
): Field<number> =>
  field('integer', en, zh, {
    parse(raw) {
      const value = /^[+-]?\d+$/.test(raw.trim()) ? Number(raw) : Number.NaN
      if (!Number.isSafeInteger(value) || value < min || value > max)
        throw min === Number.MIN_SAFE_INTEGER && max === Number.MAX_SAFE_INTEGER
          ? new FieldError('must be a whole number', '必須為整數')
          : new FieldError(`must be a whole number from ${min} to ${max}`, `必須為 ${min} 到 ${max} 的整數`)
      return value
    },
    schema: {
      type: 'integer',
      ...(min === Number.MIN_SAFE_INTEGER ? {} : { minimum: min }),
      ...(max === Number.MAX_SAFE_INTEGER ? {} : { maximum: max }),
    },
    ...more,
  })

/** An exact decimal, carried as text padded to its scale: `'543.0000'`. Never a float. */
export const decimal = (scale: number, en: string, zh: string, more: More = {}): Field<string> =>
  field('decimal', en, zh, {
    scale,
    parse(raw) {
      const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(raw.trim()) ?? []
      if (whole === '' || fraction.length > scale)
        throw new FieldError(
          `must be a decimal number with at most ${scale} places`,
          `必須為小數位數不超過 ${scale} 位的數字`,
        )
      const digits = whole.replace(/^0+(?=\d)/, '') + (scale > 0 ? `.${fraction.padEnd(scale, '0')}` : '')
      return sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits
    },
    schema: { type: 'string', pattern: scale > 0 ? `^-?\\d+\\.\\d{${scale}}$` : '^-?\\d+$' },
    ...more,
  })

export const boolean = (en: string, zh: string, more: More = {}): Field<boolean> =>
  field('boolean', en, zh, {
    parse(raw) {
      if (raw === 'true' || raw === '1') return true
      if (raw === 'false' || raw === '0') return false
      throw new FieldError('must be true, false, 1 or 0', '必須為 true、false、1 或 0')
    },
    schema: { type: 'boolean' },
    ...more,
  })

/** A value that may be unknown: `null`, never 0 or ''. */
export const nullable = <T>(inner: Field<T>): Field<T | null> =>
  Object.freeze({
    ...(inner as Field<T | null>),
    nullable: true,
    schema: { anyOf: [inner.schema, { type: 'null' }] },
  })

export const nullableDecimal = (...definition: Parameters<typeof decimal>): Field<string | null> =>
  nullable(decimal(...definition))

export const withDefault = <T>(inner: Field<T>, value: T): Field<T> =>
  Object.freeze({ ...inner, default: value, schema: { ...inner.schema, default: value } })

export const optional = <T>(inner: Field<T>): Field<T | undefined> =>
  Object.freeze({ ...(inner as Field<T | undefined>), default: undefined })

/** A field whose values must also pass a test. */
export const checked = <T>(
  inner: Field<T>,
  isValid: (value: T) => boolean,
  reason: Label | ((value: T) => Label),
): Field<T> =>
  Object.freeze({
    ...inner,
    parse(raw) {
      const value = inner.parse(raw)
      if (isValid(value)) return value
      const { en, zh } = typeof reason === 'function' ? reason(value) : reason
      throw new FieldError(en, zh)
    },
  } satisfies Field<T>)

export type Fault = { readonly param: string; readonly reason: Label }

const required: Label = { en: 'is required', zh: '為必填' }

/** Reads one value; a fault is added to `faults`. */
export function parse(param: string, field: Field, raw: string, faults: Fault[]): unknown {
  try {
    return field.parse(raw)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    faults.push({ param, reason: error.reason })
    return undefined
  }
}

/** Reads an object described by `fields` from raw text; returns every fault at once. */
export function read<F extends Fields>(
  fields: F,
  raw: (name: string) => string | undefined,
): { values: Values<F>; faults: Fault[] } {
  const values: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const [param, known] of Object.entries(fields)) {
    const given = raw(param)
    if (given === undefined) {
      if ('default' in known) values[param] = known.default
      else faults.push({ param, reason: required })
      continue
    }
    values[param] = parse(param, known, given, faults)
  }
  return { values: values as Values<F>, faults }
}
