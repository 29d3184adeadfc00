import type { Security } from '../listing.ts'
import { smooth, uniform } from '../random.ts'
import { companyOf } from './company.ts'
import type { Income } from './income.ts'

/** The assets and liabilities of a company at the end of a quarter, in thousands; the parts add up to the totals. */
export type Assets = Readonly<ReturnType<typeof assetsOf>>

export function assetsOf(
  seed: number,
  security: Security,
  quarter: number,
  equity: number,
  dividendsPayable: number,
  income: Income,
) {
  const { key } = security
  const { isFinancial, hasDebt, hasBonds } = companyOf(seed, security)
  const fixed = (low: number, high: number, salt: number) => low + (high - low) * uniform(seed, key, salt)
  const moving = (level: number, swing: number, salt: number) =>
    level * (1 + swing * Math.max(-2, Math.min(2, smooth(quarter / 6, seed, key, salt))))
  if (isFinancial) return bankAssets(equity, dividendsPayable, moving(fixed(11, 14.5, 2060), 0.03, 2061), fixed)

  const sold = Math.max(0, income.cost)
  const owed = Math.round(income.revenue * moving(fixed(0.4, 0.9, 2062), 0.05, 2063))
  const relatedReceivables = uniform(seed, key, 2064) < 0.4 ? Math.round(owed * 0.08) : 0
  const inventories = Math.round(sold * moving(fixed(0.35, 1.2, 2065), 0.06, 2066))
  const bought = Math.round(sold * moving(fixed(0.35, 0.8, 2067), 0.05, 2068))
  const contracts = Math.round(income.revenue * fixed(0.02, 0.12, 2078))
  const otherCurrentDebt = Math.round(income.revenue * moving(fixed(0.2, 0.5, 2079), 0.05, 2070))
  const otherLongDebt = Math.round(equity * fixed(0.02, 0.08, 2080))
  const own = equity + bought + contracts + otherCurrentDebt + dividendsPayable + otherLongDebt
  const leverage = moving(fixed(0.25, 0.55, 2069), 0.06, 2076)
  const needed = (owed + inventories) / 0.7
  // Suppliers wait for what neither owners nor banks pay for.
  const lack = (total: number) => Math.max(0, Math.round(total) - own)
  const debt = hasDebt || hasBonds ? lack(Math.max(needed, equity / (1 - leverage))) : 0
  const payables = bought + (debt > 0 ? 0 : lack(needed))
  const total = own - bought + payables + debt
  const free = total - owed - inventories
  const cash = Math.round(free * moving(fixed(0.16, 0.42, 2071), 0.1, 2072))
  const otherCurrent = Math.round(free * fixed(0.03, 0.08, 2073))
  const noncurrent = free - cash - otherCurrent
  const equipment = Math.round(Math.max(noncurrent * 0.1, Math.min(noncurrent * 0.85, equity * fixed(0.25, 0.7, 2074))))
  const rightOfUse = Math.round(noncurrent * 0.04)
  const intangible = Math.round(noncurrent * fixed(0.01, 0.06, 2075))

  const bonds = hasBonds ? Math.round(debt * (hasDebt ? 0.25 : 1)) : 0
  const longDebt = hasDebt ? Math.round((debt - bonds) * moving(0.55, 0.08, 2077)) : 0
  const shortDebt = debt - bonds - longDebt
  return {
    cash,
    receivables: owed - relatedReceivables,
    relatedReceivables,
    inventories,
    otherCurrent,
    current: total - noncurrent,
    equipment,
    rightOfUse,
    intangible,
    otherNoncurrent: noncurrent - equipment - rightOfUse - intangible,
    noncurrent,
    total,
    shortDebt,
    contracts,
    payables,
    dividendsPayable,
    otherCurrentDebt,
    currentDebt: shortDebt + contracts + payables + dividendsPayable + otherCurrentDebt,
    bonds,
    longDebt,
    otherLongDebt,
    noncurrentDebt: bonds + longDebt + otherLongDebt,
    liabilities: total - equity,
    bank: null,
  }
}

/** Lines that the balance sheet of a bank does not have. */
const none = { receivables: 0, relatedReceivables: 0, inventories: 0, otherCurrent: 0, current: 0, noncurrent: 0 }
const noDebts = { shortDebt: 0, contracts: 0, payables: 0, otherCurrentDebt: 0, currentDebt: 0, longDebt: 0 }

/** `multiple`: assets for each TWD of the owners' money. */
function bankAssets(
  equity: number,
  dividendsPayable: number,
  multiple: number,
  fixed: (low: number, high: number, salt: number) => number,
) {
  const total = Math.round(equity * multiple)
  const part = (share: number) => Math.round(total * share)
  const cash = part(fixed(0.02, 0.04, 2080))
  const equipment = part(0.008)
  const rightOfUse = part(0.001)
  const intangible = part(0.006)
  /** Banks and their holding companies only: where the money comes from and where it is. */
  const bank = {
    centralBank: part(0.06),
    securities: part(0.09),
    investments: part(0.24),
    receivables: part(0.025),
    loans: part(0.5),
    dueToBanks: part(0.07),
    repurchase: part(0.03),
    deposits: part(0.7),
    payables: part(0.03) + dividendsPayable,
  }
  const { centralBank, securities, investments, receivables, loans } = bank
  const otherNoncurrent =
    total - cash - equipment - rightOfUse - intangible - centralBank - securities - investments - receivables - loans
  const liabilities = total - equity
  const bonds = part(0.025)
  return {
    ...none,
    ...noDebts,
    cash,
    equipment,
    rightOfUse,
    intangible,
    otherNoncurrent,
    total,
    dividendsPayable,
    bonds,
    otherLongDebt: liabilities - bonds - bank.dueToBanks - bank.repurchase - bank.deposits - bank.payables,
    noncurrentDebt: 0,
    liabilities,
    bank,
  }
}
