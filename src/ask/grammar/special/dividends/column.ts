import type { Column } from '../../../representation.ts'

export const of = (dataset: string, column: string): Column => ({ kind: 'column', dataset, column })
