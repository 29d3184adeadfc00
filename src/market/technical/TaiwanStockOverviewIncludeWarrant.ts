import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { dateOf } from '../../days.ts'
import { wholeTable } from '../table.ts'
import { listedSecurities, securityRow } from './securities.ts'
import { termsAt, warrantsOf } from './warrants.ts'

/** Expired warrants stay in the list so many days. */
const kept = 65

const noWarrant = {
  underlying_stock_id: null,
  warrant_type: null,
  exercise_style: null,
  exercise_price: null,
  exercise_ratio: null,
  last_trading_date: null,
  expiration_date: null,
}

const issueKey = (listed: number | null): string => (listed === null ? '-' : dateOf(listed).replaceAll('-', ''))

export const overviewIncludeWarrant = wholeTable(TaiwanStockOverviewIncludeWarrant, (world, push) => {
  const { calendar, through } = world
  const newest = calendar.days[through]!
  for (const security of listedSecurities(world)) {
    const row = securityRow(security, newest)
    push({ ...row, ...noWarrant, issue_key: issueKey(row.listing_date) })
  }
  for (const warrant of warrantsOf(world)) {
    const isActive = newest <= warrant.expires
    if (newest > warrant.expires + kept) continue
    const { exercisePrice, ratio } = termsAt(warrant, through)
    push({
      stock_id: warrant.id,
      issue_key: issueKey(warrant.listed),
      stock_name: warrant.name,
      market: warrant.market,
      security_type: 'warrant',
      industry_code: null,
      industry_category: null,
      isin_code: warrant.isin,
      cfi_code: warrant.cfi,
      listing_date: warrant.listed,
      delisting_date: isActive ? null : warrant.expires + 1,
      is_active: isActive,
      as_of_date: newest,
      underlying_stock_id: warrant.underlying.security.id,
      warrant_type: warrant.type,
      exercise_style: warrant.style,
      exercise_price: exercisePrice * 100,
      exercise_ratio: ratio * 1000,
      last_trading_date: warrant.lastTrading,
      expiration_date: warrant.expires,
    })
  }
})
