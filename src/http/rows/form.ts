import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanCorporateCalendar } from '../../catalogue/series/TaiwanCorporateCalendar.ts'
import { problem } from '../../errors.ts'
import { alternatives, type Fault } from '../../fields.ts'
import {
  everyFormat,
  type Form,
  type FormatName,
  type FormRequest,
  formatNames,
  formatOf,
  formats,
  formOf,
  meaningless,
} from '../../query/formats/formats.ts'
import type { Query, ReadQuery } from '../../query/parameters.ts'
import { remembering } from '../../recent.ts'
import { qualityOf } from '../request/accept.ts'

const typesOf = (name: FormatName): string[] => [formatOf(name).type, ...formatOf(name).alsoTypes]

/** The media types of every format. */
export const rowTypes: readonly string[] = formatNames.flatMap(typesOf)

/** The quality of each format by `Accept`; clients send the same few texts again and again. */
const qualitiesOf = remembering(64, (accept: string): readonly number[] =>
  formatNames.map((name) => Math.max(...typesOf(name).map((type) => qualityOf(accept, type)))),
)

/** The best format by `Accept`; `preferred` where it is as good as any. 406 where none is accepted. */
function acceptedFormat(accept: string | undefined, preferred: FormatName): FormatName {
  if (accept === undefined || accept === '*/*') return preferred
  const qualities = qualitiesOf(accept)
  const best = Math.max(...qualities)
  if (best === 0) throw problem('not_acceptable', [alternatives(formatNames.map((name) => formats[name].type))])
  return qualities[formatNames.indexOf(preferred)] === best ? preferred : formatNames[qualities.indexOf(best)]!
}

const notCalendar: Fault = {
  param: 'format',
  reason: {
    en: `ics is for ${TaiwanCorporateCalendar.name} with all of its columns`,
    zh: `ics 僅適用於 ${TaiwanCorporateCalendar.name}，且須包含所有欄位`,
  },
}

/** True for rows that make a calendar. */
export const isCalendar = ({ name }: Dataset, { columns, wide }: Pick<Query, 'columns' | 'wide'>): boolean =>
  name === TaiwanCorporateCalendar.name && columns === null && wide === null

/**
 * Chooses the encoding of a page: by `format`, else by `Accept`, else that of the cursor, else JSON. Options that have
 * no meaning for it, and warnings in a body that has no place for them, are added to `faults`. Null stands for plain
 * JSON.
 */
export function chooseForm(
  { form: requested, hasWarnings }: Pick<ReadQuery, 'form' | 'hasWarnings'>,
  accept: string | undefined,
  kept: Form | null,
  faults: Fault[],
  isCalendar = false,
): Form | null {
  const form = formFor(requested, accept, kept, faults)
  if (form?.format === 'ics' && !isCalendar) faults.push(notCalendar)
  if (hasWarnings && form !== null && form.format !== 'json')
    faults.push({
      param: 'include',
      reason: {
        en: `warnings has no meaning for format ${form.format}; it is for json`,
        zh: `warnings 對 ${form.format} 格式沒有意義，僅適用於 json`,
      },
    })
  return form
}

function formFor(
  requested: FormRequest | null,
  accept: string | undefined,
  kept: Form | null,
  faults: Fault[],
): Form | null {
  if (requested === null && (accept === undefined || accept === '*/*')) return kept
  const format = requested?.format ?? acceptedFormat(accept, kept?.format ?? formatNames[0])
  for (const param of meaningless(format, requested ?? {})) {
    const takers = everyFormat.filter((name) => formatOf(name).takes.includes(param))
    const list = alternatives(takers)
    faults.push({
      param,
      reason: {
        en: `has no meaning for format ${format}; it is for ${list.en}`,
        zh: `對 ${format} 格式沒有意義，僅適用於 ${list.zh}`,
      },
    })
  }
  return formOf(format, requested ?? {}, kept)
}

/** More ids than this are counted in the name of a file. */
const mostNamed = 3

/** `TaiwanStockPrice_2330_2026-01-01_2026-06-30.csv` */
export function fileName(dataset: string, { ids, from, to, period, wide }: Query, format: FormatName): string {
  const chosen = ids === null ? [] : ids.length <= mostNamed ? ids : [`${ids.length}_ids`]
  const parts = [dataset, wide, ...chosen, period, from === null && to !== null ? 'until' : from, to]
  const name = parts.filter((part) => part !== null).join('_')
  return `${name.replaceAll(/[^\w.-]+/g, '-')}.${formatOf(format).extension}`
}
