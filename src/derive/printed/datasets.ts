import { expectation } from '../../catalogue/complete.ts'
import { categories, columnsOf, type Dataset, tableOf } from '../../catalogue/dataset.ts'
import { dateColumns, filterNames } from '../../catalogue/filters.ts'
import { contractDatasets, series } from '../../catalogue/index.ts'
import { knownText } from '../../catalogue/known.ts'
import type { Field } from '../../fields.ts'
import { sqlType } from '../../lake/schema.ts'
import { exampleOf } from './entry.ts'

const row = (...cells: string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const typeOf = (field: Field): string => `${sqlType(field)}${field.nullable ? '' : ' not null'}`

const filtersOf = (dataset: Dataset): string => {
  const { id, filters } = dataset
  const columns = filterNames(dataset).filter((name) => name !== id && name !== filters.period)
  const [, ...otherDates] = dateColumns(dataset)
  const own = [
    id === null ? null : id === 'stock_id' ? '`stock_id`' : `\`stock_id\` (column \`${id}\`)`,
    filters.period && '`period`',
    filters.include_expired && '`include_expired`',
    filters.include_inactive && '`include_inactive`',
    ...columns.map((name) => `\`${name}\``),
    ...otherDates.map((name) => `\`date=${name}\``),
  ]
  return own.filter(Boolean).join(', ') || 'dates only'
}

const facts = (dataset: Dataset): string[] =>
  (
    [
      ['Tier, table', `${dataset.tier}, \`${tableOf(dataset)}\``],
      ['Primary key', dataset.key.map((name) => `\`${name}\``).join(', ')],
      ['Key date', `\`${dataset.date}\``],
      ['Filters', filtersOf(dataset)],
      ['Unit', dataset.unit],
      ['Accumulation', dataset.accumulation],
      ['Adjustment', dataset.adjustment],
      ['Odd lots', dataset.oddLots === null ? null : dataset.oddLots ? 'included' : 'not included'],
      ['Periods', dataset.periodRule],
      ['Complete by', `${dataset.update} Taipei`],
      ['Expected', expectation(dataset.complete).en],
      [
        'Known, if not observed',
        dataset.derived?.isComputedAsOf
          ? 'when the latest of its inputs was known; computed for each instant'
          : knownText(dataset.known),
      ],
      [
        'Kept',
        dataset.retention === null
          ? null
          : dataset.retention.kind === 'newest'
            ? 'the newest day only'
            : `${dataset.retention.days} days`,
      ],
      ['Computed from', dataset.derived?.from.join(', ') ?? null],
      ['Rule', dataset.derived?.rule ?? null],
      ['Sources', dataset.sources.map(({ publisher }) => publisher).join('; ')],
      ['Example', `\`GET ${exampleOf(dataset)}\``],
    ] as const
  ).flatMap(([name, value]) => (value === null ? [] : [row(name, value)]))

const section = (dataset: Dataset): string =>
  [
    `### ${dataset.name}`,
    `**${dataset.title.en} · ${dataset.title.zh}**`,
    dataset.about.en,
    dataset.about.zh,
    ...(dataset.notes ? [dataset.notes.en, dataset.notes.zh] : []),
    ['| | |', '|---|---|', ...facts(dataset)].join('\n'),
    [
      row('column', 'type', 'unit', 'meaning', '說明'),
      '|---|---|---|---|---|',
      ...columnsOf(dataset).map(([name, field]) =>
        row(
          `\`${name}\``,
          typeOf(field),
          field.unit ?? '',
          field.label.en + (field.values ? ` (${field.values.join(', ')})` : ''),
          field.label.zh,
        ),
      ),
    ].join('\n'),
  ].join('\n\n')

/** Prints the reference of every dataset, by category. */
export const printDatasets = (): string =>
  [
    '# Datasets',
    `<!-- Printed from the catalogue by \`npm run docs\`; do not edit. -->`,
    `${contractDatasets.length} datasets, and ${series.length} series computed from them. Decimals are exact and travel as text padded to their scale; \`null\` means unknown. Dates are Taipei dates.`,
    ...categories.flatMap((category) => [
      `## ${category}`,
      ...contractDatasets.filter((dataset) => dataset.category === category).map(section),
    ]),
    '## Series of Formosa',
    'Computed here from the datasets above. They are read like them; `GET /v1/data` lists them with `include=derived`.',
    ...series.map(section),
  ].join('\n\n') + '\n'
