import type { Label } from '../../fields.ts'

/** How a page of rows may be encoded. */
type Format = {
  /** The media type of its responses. */
  readonly type: string
  /** Other names of it that clients send in `Accept`. */
  readonly alsoTypes: readonly string[]
  readonly contentType: string
  readonly extension: string
  /** Parameters that have a meaning for it. */
  readonly takes: readonly FormOption[]
  /** True if compressing it gains nothing. */
  readonly isCompressed: boolean
  readonly label: Label
}

export type FormOption = 'labels' | 'bom' | 'decimals'

/** Every format, the default first. */
export const formats = {
  json: {
    type: 'application/json',
    alsoTypes: [],
    contentType: 'application/json; charset=utf-8',
    extension: 'json',
    takes: ['decimals'],
    isCompressed: false,
    label: { en: 'one object with the rows and the cursor', zh: '含資料列與 cursor 的單一物件' },
  },
  ndjson: {
    type: 'application/x-ndjson',
    alsoTypes: ['application/ndjson', 'application/jsonl', 'application/x-jsonlines'],
    contentType: 'application/x-ndjson; charset=utf-8',
    extension: 'ndjson',
    takes: ['decimals'],
    isCompressed: false,
    label: { en: 'a JSON object a line', zh: '每行一個 JSON 物件' },
  },
  csv: {
    type: 'text/csv',
    alsoTypes: [],
    contentType: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    takes: ['labels', 'bom'],
    isCompressed: false,
    label: { en: 'text with commas and a line of headings, RFC 4180', zh: '逗號分隔文字，首行為欄名（RFC 4180）' },
  },
  parquet: {
    type: 'application/vnd.apache.parquet',
    alsoTypes: ['application/parquet', 'application/x-parquet'],
    contentType: 'application/vnd.apache.parquet',
    extension: 'parquet',
    takes: [],
    isCompressed: true,
    label: { en: 'a Parquet file', zh: 'Parquet 檔案' },
  },
  arrow: {
    type: 'application/vnd.apache.arrow.stream',
    alsoTypes: [],
    contentType: 'application/vnd.apache.arrow.stream',
    extension: 'arrows',
    takes: [],
    isCompressed: false,
    label: { en: 'an Arrow IPC stream', zh: 'Arrow IPC 串流' },
  },
  ics: {
    type: 'text/calendar',
    alsoTypes: [],
    contentType: 'text/calendar; charset=utf-8',
    extension: 'ics',
    takes: ['labels'],
    isCompressed: false,
    label: { en: 'an iCalendar file, of the corporate calendar alone', zh: 'iCalendar 檔案，僅適用於行事曆資料集' },
  },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats
export const everyFormat = Object.keys(formats) as [FormatName, ...FormatName[]]
/** The formats of any dataset. */
export const formatNames = everyFormat.filter((name) => name !== 'ics') as typeof everyFormat
export const formatOf = (name: FormatName): Format => formats[name]

/** The languages of the headings of CSV, beside the names of the columns. */
export const labelLanguages = ['zh', 'en'] as const
export const decimalForms = ['text', 'number'] as const

/** The encoding of a page; null stands for the default everywhere, JSON with decimals as text. */
export type Form = {
  readonly format: FormatName
  readonly labels: (typeof labelLanguages)[number] | null
  readonly bom: boolean
  readonly decimals: (typeof decimalForms)[number]
}

/** The parameters of a request that choose the encoding. */
export type FormRequest = Partial<Form>

const isDefault = ({ format, decimals }: Form): boolean => format === formatNames[0] && decimals === 'text'

/** Completes a request; options are kept from the form of a cursor if the format stays. */
export function formOf(format: FormatName, request: FormRequest, kept: Form | null): Form | null {
  const before = kept?.format === format ? kept : null
  const form: Form = {
    format,
    labels: request.labels ?? before?.labels ?? null,
    bom: request.bom ?? before?.bom ?? false,
    decimals: request.decimals ?? before?.decimals ?? 'text',
  }
  return isDefault(form) ? null : form
}

/** The options of a request that have no meaning for a format. */
export const meaningless = (format: FormatName, request: FormRequest): FormOption[] =>
  (['labels', 'bom', 'decimals'] as const).filter(
    (option) => request[option] !== undefined && !formatOf(format).takes.includes(option),
  )

/** A form as a cursor carries it. */
export const printForm = ({ format, labels, bom, decimals }: Form): string =>
  [format, labels ?? '', bom ? 'bom' : '', decimals].join(' ')

export function readForm(text: string): Form {
  const [format, labels, bom, decimals] = text.split(' ')
  return {
    format: format as FormatName,
    labels: (labels || null) as Form['labels'],
    bom: bom === 'bom',
    decimals: decimals as Form['decimals'],
  }
}
