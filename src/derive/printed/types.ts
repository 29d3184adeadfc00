import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Field } from '../../fields.ts'

/** The TypeScript type of each kind of column. */
const types: Record<Field['kind'], string> = {
  text: 'string',
  date: 'string',
  datetime: 'string',
  decimal: 'string',
  integer: 'number',
  boolean: 'boolean',
}

export const typeOf = ({ kind, values, nullable }: Field): string =>
  (values ? values.map((value) => `'${value}'`).join(' | ') : types[kind]) + (nullable ? ' | null' : '')

const unitOf = ({ unit, scale }: Field): string =>
  [unit, scale === undefined ? undefined : `${scale} decimals`].filter(Boolean).join(', ')

const interfaceOf = (dataset: Dataset): string =>
  [
    `/** ${dataset.title.en} · ${dataset.title.zh} */`,
    `export interface ${dataset.name} {`,
    ...columnsOf(dataset).map(
      ([name, field]) =>
        `  /** ${field.label.en} · ${field.label.zh}${unitOf(field) ? ` (${unitOf(field)})` : ''} */\n  ${name}: ${typeOf(field)}`,
    ),
    '}',
  ].join('\n')

/** Prints the row type of every dataset; decimals are text, so that they are not rounded. */
export const printTypes = (): string =>
  `// Printed from the catalogue by \`npm run docs\`; do not edit.\n\n${catalogue.map(interfaceOf).join('\n\n')}\n\n/** Row type by dataset name. */\nexport interface Rows {\n${catalogue.map(({ name }) => `  ${name}: ${name}`).join('\n')}\n}\n`
