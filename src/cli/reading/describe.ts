import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { find } from '../../catalogue/index.ts'
import { MissingError } from '../../errors.ts'
import type { Run } from '../command.ts'
import { formatTable, print, printJson } from '../output.ts'
import { remoteCatalogue, suggestDataset } from '../remote.ts'

/** The columns with their types, where this release knows them. */
function columnTable(dataset: Dataset | undefined, names: readonly string[]): string {
  const fields = new Map(dataset ? columnsOf(dataset) : [])
  return formatTable(
    ['column', 'type', 'unit', 'meaning', '說明'],
    names.map((name) => {
      const field = fields.get(name)
      const type = field
        ? `${field.kind}${field.scale === undefined ? '' : `(${field.scale})`}${field.nullable ? '?' : ''}`
        : ''
      return [name, type, field?.unit ?? '', field?.label.en ?? '', field?.label.zh ?? '']
    }),
  )
}

export const describe: Run = async ({ config }, { json }, [name]) => {
  const entries = await remoteCatalogue(config)
  const entry = entries.find((entry) => entry.name === name)
  if (!entry) {
    const names = entries.map((entry) => entry.name)
    throw new MissingError(`There is no dataset named ${name}; ${suggestDataset(name!, names)}`)
  }
  if (json !== undefined) return printJson(entry, 2)
  const { first_date, last_date, row_count } = entry.coverage
  const facts: readonly (readonly [string, unknown])[] = [
    ['tier', entry.tier],
    ['category', entry.category],
    ['key date', entry.key_date_column],
    ['--stock', entry.supports_stock_id ? 'yes' : 'no'],
    ['rows', `${row_count}, ${first_date ?? '-'} to ${last_date ?? '-'}`],
    ['unit', entry.unit],
    ['adjustment', entry.adjustment_method],
    ['accumulation', entry.accumulation],
    ['notes', entry.notes],
  ]
  const lines = facts.flatMap(([label, value]) => (value === null ? [] : [`${label.padEnd(13)} ${value}`]))
  const table = columnTable(find(entry.name) as Dataset | undefined, entry.columns)
  print(`${entry.name}: ${entry.description}\n\n${lines.join('\n')}\n\n${table}`)
}
