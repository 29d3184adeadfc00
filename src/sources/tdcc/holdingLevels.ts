import { holdingBrackets } from '../../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import type { ParsedRows, Row } from '../outcome.ts'

const names = [...holdingBrackets, '1,000,001以上', '差異數調整（說明4）', '合　計']
const [adjustment, total] = [16, 17]

export const levelName = (level: string): string | undefined => names[Number(level) - 1]
export const isAdjustment = (level: string): boolean => Number(level) === adjustment

/**
 * The adjustment comes without its sign: its sign is the one with which the brackets add up to the total. A security
 * where neither sign does is not taken.
 */
export function signedAdjustments(parsed: ParsedRows): ParsedRows {
  const sums = new Map<string, { brackets: number; total: number }>()
  const of = (row: Row) => {
    const id = row.stock_id as string
    const known = sums.get(id) ?? { brackets: 0, total: Number.NaN }
    sums.set(id, known)
    return known
  }
  for (const row of parsed.rows) {
    const [level, shares, sum] = [row.level as number, row.shares as number, of(row)]
    if (level === total) sum.total = shares
    else if (level !== adjustment) sum.brackets += shares
  }
  const rejected = [...parsed.rejected]
  const rows = parsed.rows.flatMap((row) => {
    const { brackets, total: whole } = of(row)
    const adjusted = whole - brackets
    if (row.level !== adjustment) return [row]
    if (Math.abs(adjusted) !== row.shares) {
      rejected.push({
        column: 'shares',
        why: 'brackets do not add up to the total',
        cells: Object.values(row).map(String),
      })
      return []
    }
    const percent = row.percent as number
    return [{ ...row, shares: adjusted, percent: adjusted < 0 && percent !== 0 ? -percent : percent }]
  })
  return { ...parsed, rows, rejected }
}
