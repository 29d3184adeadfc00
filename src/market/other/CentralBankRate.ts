import { CentralBankRate } from '../../catalogue/other/CentralBankRate.ts'
import { calendarDay, dayOf, yearOf } from '../../days.ts'
import { wholeTable } from '../table.ts'
import { banks, decisionsOf } from './policy.ts'
import { newestOf } from './span.ts'

export const centralBankRate = wholeTable(CentralBankRate, (world, push) => {
  const start = calendarDay(yearOf(dayOf(world.options.from)) - 7, 1, 1)
  for (const [index, { code, name, country, rate_name }] of banks.entries()) {
    const decisions = decisionsOf(world.seed, index, newestOf(world))
    // The first row is the rate that was in force when the series begins.
    const first = Math.max(
      0,
      decisions.findLastIndex(({ day }) => day <= start),
    )
    for (let i = first; i < decisions.length; i++) {
      const { day, rate } = decisions[i]!
      const before = i > first ? decisions[i - 1]!.rate : null
      push({
        bank_code: code,
        effective_date: day,
        bank_name: name,
        country_code: country,
        interest_rate: Math.round(rate * 10_000),
        change_bp: before === null ? null : Math.round((rate - before) * 10_000),
        rate_name,
      })
    }
  }
})
