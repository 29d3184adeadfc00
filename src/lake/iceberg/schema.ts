import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { fieldIdsOf } from '../../catalogue/fieldIdsOf.ts'
import type { Field } from '../../fields.ts'
import { decimalPrecision } from '../schema.ts'
import type { IcebergSchema, SortOrder } from './metadata.ts'

/** The Iceberg type of each kind of column; each has the physical Parquet type that the files have. */
const icebergTypes: Record<Field['kind'], (field: Field) => string> = {
  text: () => 'string',
  date: () => 'date',
  datetime: () => 'timestamptz',
  integer: () => 'long',
  decimal: ({ scale }) => `decimal(${decimalPrecision}, ${scale})`,
  boolean: () => 'boolean',
}

const icebergType = (field: Field): string => icebergTypes[field.kind](field)

const docOf = ({ label, unit }: Field): string => `${label.en} · ${label.zh}${unit ? ` (${unit})` : ''}`

/** The dataset's columns; the primary key is the identifier of a row. */
export const icebergSchema = (dataset: Dataset, schemaId: number): IcebergSchema => {
  const ids = fieldIdsOf(dataset)
  return {
    type: 'struct',
    'schema-id': schemaId,
    'identifier-field-ids': dataset.key.map((name) => ids[name]!).sort((a, b) => a - b),
    fields: columnsOf(dataset).map(([name, field]) => ({
      id: ids[name]!,
      name,
      required: !field.nullable,
      type: icebergType(field),
      doc: docOf(field),
    })),
  }
}

/** The order of rows in every file: the primary key, which has no nulls. */
export const icebergSortOrder = (dataset: Dataset, orderId: number): SortOrder => {
  const ids = fieldIdsOf(dataset)
  return {
    'order-id': orderId,
    fields: dataset.key.map((name) => ({
      transform: 'identity',
      'source-id': ids[name]!,
      direction: 'asc',
      'null-order': 'nulls-first',
    })),
  }
}

/**
 * The files carry no field ids, since these would change their bytes and so the data version; by this mapping readers
 * find the columns of a field by name, as the specification provides.
 */
export const nameMapping = (schemas: readonly IcebergSchema[]): string => {
  const names = new Map(schemas.flatMap(({ fields }) => fields.map(({ id, name }) => [id, name] as const)))
  return JSON.stringify([...names].sort(([a], [b]) => a - b).map(([id, name]) => ({ 'field-id': id, names: [name] })))
}
