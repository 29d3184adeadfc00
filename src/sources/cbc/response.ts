import { publishers } from '../../catalogue/publishers.ts'
import { feedsOf, get, type HttpRequest } from '../feed.ts'
import { json } from '../json.ts'
import { changed } from '../outcome.ts'
import { type Table, tableOf } from '../tables.ts'
import { titleOf } from '../text.ts'

export const cbc = feedsOf(publishers.cbc, null)

export const file = (name: string) => (): HttpRequest => get('/API/DataAPI/Get', { FileName: name })

export const period = '期間'

type Body = {
  readonly meta?: { readonly filename?: unknown; readonly units?: unknown }
  readonly data?: { readonly structure?: Readonly<Record<string, unknown>>; readonly dataSets?: unknown }
}

const labels = (table: unknown): string[] => {
  if (!Array.isArray(table)) throw changed('the structure holds no lists')
  return table.map((entry) => titleOf(String((entry as { data?: unknown } | null)?.data ?? '')))
}

/**
 * A table of the statistical database: whole history, a row a period, a column for every combination of the labels of
 * its structure, such as `貨幣總計數-M1B/年增率`. Only the columns named are kept: all others are other series.
 */
export function statistics(bytes: Uint8Array, name: string, selected: readonly string[]): Table {
  const { meta, data } = json(bytes) as Body
  const served = String(meta?.filename ?? '').replace(/\.px$/i, '')
  if (served !== '' && served !== name) throw changed(`asked for ${name}, answered with ${served}`)
  const tables = Object.values(data?.structure ?? {}).map(labels)
  if (tables.length === 0 || !Array.isArray(data?.dataSets)) throw changed('no structure and dataSets')
  const names = tables.reduce<string[]>(
    (all, next) => all.flatMap((left) => next.map((right) => (left === '' ? right : `${left}/${right}`))),
    [''],
  )
  const rows = data.dataSets as unknown[][]
  const width = names.length + 1
  const odd = rows.find((row) => !Array.isArray(row) || row.length !== width)
  if (odd) throw changed(`rows of ${width} cells are told, found one of ${Array.isArray(odd) ? odd.length : 0}`)
  const kept = names.flatMap((title, at) => (selected.map(titleOf).includes(title) ? [at + 1] : []))
  const titles = [period, ...kept.map((at) => names[at - 1]!)]
  return tableOf(
    '',
    titles,
    rows.map((row) => [row[0], ...kept.map((at) => row[at])]),
  )
}

/** The unit that amounts come in; a file in another one must not be multiplied. */
export function inUnits(bytes: Uint8Array, unit: string): void {
  const units = String((json(bytes) as Body).meta?.units ?? '')
  if (!units.includes(unit)) throw changed(`amounts in ${unit} expected, told ${units}`)
}
