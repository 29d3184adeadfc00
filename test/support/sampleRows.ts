import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import type { Field } from '../../src/fields.ts'
import { literal, quote } from '../../src/lake/schema.ts'

const sampleOf = ({ kind, values, scale }: Field): string => {
  switch (kind) {
    case 'text':
      return values
        ? `[${values.map(literal).join(', ')}][1 + i % ${values.length}]`
        : `'測 ' || i || repeat('試', i % 30)`
    case 'date':
      return `DATE '2025-12-20' + i::INT`
    case 'datetime':
      return `'2025-12-20 01:02:' || lpad((i % 60)::VARCHAR, 2, '0') || '.123456+00'`
    case 'integer':
      return '(i - 5) * 1000000007'
    case 'decimal':
      return `((i - 5) * 12345)::DECIMAL(18, ${scale})`
    case 'boolean':
      return 'i % 2 = 0'
  }
}

/** SQL: rows of any dataset with values of every kind and nulls; around the turn of a year where it has dates. */
export const sampleRows = (dataset: Dataset, from: number, to: number): string =>
  `SELECT ${columnsOf(dataset)
    .map(([name, field]) => {
      const value = field.nullable ? `CASE WHEN i % 3 <> 1 THEN ${sampleOf(field)} END` : sampleOf(field)
      return `${value} AS ${quote(name)}`
    })
    .join(', ')} FROM range(${from}, ${to}) r(i)`
