import { type Account, line } from './accounts.ts'
import type { Assets } from './assets.ts'
import type { Equity } from './books.ts'
import type { Company } from './company.ts'

/** The lines of the balance sheet. */

const asset = (type: string | null, name: string, pick: (assets: Assets) => number): Account =>
  line(type, name, (quarter) => pick(quarter.assets))

const equity = (type: string, name: string, pick: (equity: Equity) => number): Account =>
  line(type, name, (quarter) => pick(quarter.equity))

const bank = (name: string, pick: (bank: NonNullable<Assets['bank']>) => number): Account =>
  asset(null, name, (assets) => pick(assets.bank!))

const equityAccounts = ({ minority }: Company): Account[] => [
  equity('OrdinaryShare', '普通股股本', (e) => e.capital),
  equity('CapitalStock', '股本合計', (e) => e.capital),
  equity('CapitalSurplus', '資本公積合計', (e) => e.surplus),
  equity('RetainedEarnings', '保留盈餘合計', (e) => e.retained),
  equity('OtherEquityInterest', '其他權益合計', (e) => e.other),
  equity('EquityAttributableToOwnersOfParent', '歸屬於母公司業主之權益合計', (e) => e.owners),
  ...(minority > 0 ? [equity('NoncontrollingInterests', '非控制權益', (e) => e.minority)] : []),
  equity('Equity', '權益總計', (e) => e.total),
  line('TotalLiabilitiesEquity', '負債及權益總計', (q) => q.assets.liabilities + q.equity.total),
  { type: 'BookValuePerShare', name: '每股參考淨值', unit: 'TWD_per_share', value: (q) => q.equity.bookValue },
]

const bankAccounts: readonly Account[] = [
  asset('CashAndCashEquivalents', '現金及約當現金', (a) => a.cash),
  bank('存放央行及拆借銀行同業', (b) => b.centralBank),
  bank('透過損益按公允價值衡量之金融資產', (b) => b.securities),
  bank('按攤銷後成本衡量之債務工具投資', (b) => b.investments),
  bank('應收款項－淨額', (b) => b.receivables),
  bank('貼現及放款－淨額', (b) => b.loans),
  asset('PropertyPlantAndEquipment', '不動產及設備－淨額', (a) => a.equipment),
  asset('RightOfUseAssets', '使用權資產－淨額', (a) => a.rightOfUse),
  asset('IntangibleAssets', '無形資產－淨額', (a) => a.intangible),
  asset(null, '其他資產－淨額', (a) => a.otherNoncurrent),
  asset('TotalAssets', '資產總計', (a) => a.total),
  bank('央行及銀行同業存款', (b) => b.dueToBanks),
  bank('附買回票券及債券負債', (b) => b.repurchase),
  bank('應付款項', (b) => b.payables),
  bank('存款及匯款', (b) => b.deposits),
  asset('BondsPayable', '應付債券', (a) => a.bonds),
  asset(null, '其他負債', (a) => a.otherLongDebt),
  asset('Liabilities', '負債總計', (a) => a.liabilities),
]

const generalAccounts = ({ hasDebt, hasBonds }: Company): Account[] => [
  asset('CashAndCashEquivalents', '現金及約當現金', (a) => a.cash),
  asset('AccountsReceivableNet', '應收帳款淨額', (a) => a.receivables),
  asset('AccountsReceivableDueFromRelatedPartiesNet', '應收帳款－關係人淨額', (a) => a.relatedReceivables),
  asset('Inventories', '存貨', (a) => a.inventories),
  asset(null, '其他流動資產', (a) => a.otherCurrent),
  asset('CurrentAssets', '流動資產合計', (a) => a.current),
  asset('PropertyPlantAndEquipment', '不動產、廠房及設備', (a) => a.equipment),
  asset('RightOfUseAssets', '使用權資產', (a) => a.rightOfUse),
  asset('IntangibleAssets', '無形資產', (a) => a.intangible),
  asset(null, '其他非流動資產', (a) => a.otherNoncurrent),
  asset('NoncurrentAssets', '非流動資產合計', (a) => a.noncurrent),
  asset('TotalAssets', '資產總計', (a) => a.total),
  ...(hasDebt ? [asset('ShorttermBorrowings', '短期借款', (a) => a.shortDebt)] : []),
  asset('CurrentContractLiabilities', '合約負債－流動', (a) => a.contracts),
  asset('AccountsPayable', '應付帳款', (a) => a.payables),
  asset(null, '應付股利', (a) => a.dividendsPayable),
  asset(null, '其他流動負債', (a) => a.otherCurrentDebt),
  asset('CurrentLiabilities', '流動負債合計', (a) => a.currentDebt),
  ...(hasBonds ? [asset('BondsPayable', '應付公司債', (a) => a.bonds)] : []),
  ...(hasDebt ? [asset('LongtermBorrowings', '長期借款', (a) => a.longDebt)] : []),
  asset(null, '其他非流動負債', (a) => a.otherLongDebt),
  asset('NoncurrentLiabilities', '非流動負債合計', (a) => a.noncurrentDebt),
  asset('Liabilities', '負債總計', (a) => a.liabilities),
]

export const balanceAccounts = (company: Company): Account[] => [
  ...(company.isFinancial ? bankAccounts : generalAccounts(company)),
  ...equityAccounts(company),
]

/** Accounts that are also given as a part of total assets. */
export const inPercent: ReadonlySet<string> = new Set([
  'CashAndCashEquivalents',
  'AccountsReceivableNet',
  'Inventories',
  'CurrentAssets',
  'PropertyPlantAndEquipment',
  'NoncurrentAssets',
  'TotalAssets',
  'CurrentLiabilities',
  'NoncurrentLiabilities',
  'Liabilities',
  'CapitalStock',
  'RetainedEarnings',
  'EquityAttributableToOwnersOfParent',
  'Equity',
])
