import { type Cell, numeric } from '../../fetched.ts'

/** A value in some unit; unknown stays unknown. */
export const scaled = (cell: Cell | undefined, size: number): number | null => {
  const value = numeric(cell)
  return value === null ? null : value / size
}
