import type { Window } from '../representation.ts'
import { type Item, isKind } from './items/items.ts'

const isProduct = (item: Item | undefined): boolean =>
  isKind(item, 'entity') && ['futures', 'option'].includes(item.sense.entity.subject)

const saysContract = (item: Item | undefined): boolean =>
  (isKind(item, 'noun') && item.sense.of === 'contract') ||
  (isKind(item, 'columns') && item.sense.readings.some(({ column }) => column === 'contract_month'))

const print = (year: number, month: number): string => `${year}${String(month).padStart(2, '0')}`

/** The contract that a month without a year means: the next one to expire. */
function monthOf(window: Window, today: string): string | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const [, next] =
    window.kind === 'between' ? (/^(\d{4}-\d\d)-01 \1-(?:28|29|30|31)$/.exec(`${window.from} ${window.to}`) ?? []) : []
  if (next) return next.replace('-', '')
  if (window.kind === 'calendar' && window.month) return print(window.year, window.month)
  if (window.kind !== 'newest' || !window.month) return null
  return print(window.month >= month ? year : year + 1, window.month)
}

/** "the December 2026 TXO contract", 12月合約: beside a product, a month that is a contract's or lies ahead is no trading time. */
export function withExpiries(items: readonly Item[], today: string): Item[] {
  if (!items.some(isProduct)) return [...items]
  const now = today.slice(0, 7).replace('-', '')
  return items.map((item, i) => {
    if (!isKind(item, 'time')) return item
    const { window } = item.sense.time
    const month = monthOf(window, today)
    if (!month) return item
    const after = items.slice(i + 1).find((other) => !isProduct(other))
    const isNamed = saysContract(after) || saysContract(items[i - 1])
    const isBeside = isProduct(items[i + 1]) || isProduct(items[i - 1])
    const isAhead =
      month > now &&
      window.kind !== 'between' &&
      (window.kind === 'calendar' || (isBeside && month.startsWith(today.slice(0, 4))))
    return isNamed || isAhead ? { ...item, sense: { t: 'expiry', month } } : item
  })
}
