import type { Row } from '../outcome.ts'

/**
 * Rows of statements that run from 1 January on, as they are stored: as cumulative rows, and beside these the first quarter
 * and the year, which are the same sums under another name. Other single quarters are computed from them.
 */
export const asStored = (cumulative: readonly Row[]): Row[] =>
  cumulative.flatMap((row) => {
    const sum = { ...row, period: 'cumulative' }
    if (row.fiscal_quarter === 1) return [sum, row]
    return row.fiscal_quarter === 4 ? [sum, { ...row, period: 'annual', fiscal_quarter: null }] : [sum]
  })
