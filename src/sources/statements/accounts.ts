import { createHash } from 'node:crypto'

/** The lines of financial statements: their codes, and the names that filings give them, the preferred one first. */
type Account = {
  readonly type: string
  readonly names: readonly string[]
  readonly unit: 'TWD' | 'TWD_per_share' | 'shares'
}
const account = (type: string, ...names: string[]): Account => ({ type, names, unit: 'TWD' })
const perShare = (type: string, ...names: string[]): Account => ({ type, names, unit: 'TWD_per_share' })

export const incomeAccounts: readonly Account[] = [
  account('Revenue', '營業收入合計', '營業收入', '收入合計', '收益合計', '淨收益', '保險收入', '收益', '收入'),
  account('CostOfGoodsSold', '營業成本合計', '營業成本', '支出及費用', '支出'),
  account('GrossProfit', '營業毛利(毛損)淨額', '營業毛利(毛損)'),
  account('SellingExpenses', '推銷費用'),
  account('AdministrativeExpenses', '管理費用'),
  account('ResearchAndDevelopmentExpenses', '研究發展費用'),
  account('OperatingExpenses', '營業費用合計', '營業費用'),
  account('OtherOperatingIncomeExpenses', '其他收益及費損淨額'),
  account('OperatingIncome', '營業利益(損失)', '營業利益'),
  account('TotalNonoperatingIncomeAndExpense', '營業外收入及支出合計', '營業外收入及支出', '營業外損益'),
  account(
    'PreTaxIncome',
    '稅前淨利(淨損)',
    '繼續營業單位稅前淨利(淨損)',
    '繼續營業單位稅前損益',
    '繼續營業單位稅前純益(純損)',
  ),
  account('IncomeTaxExpense', '所得稅費用(利益)合計', '所得稅費用(利益)', '所得稅(費用)利益'),
  account(
    'IncomeFromContinuingOperations',
    '繼續營業單位本期淨利(淨損)',
    '繼續營業單位本期稅後淨利(淨損)',
    '繼續營業單位本期純益(純損)',
  ),
  account('IncomeLossFromDiscontinuedOperation', '停業單位損益', '停業單位損益合計'),
  account('IncomeAfterTaxes', '本期淨利(淨損)', '本期稅後淨利(淨損)'),
  account(
    'OtherComprehensiveIncome',
    '其他綜合損益(淨額)',
    '本期其他綜合損益(稅後淨額)',
    '其他綜合損益(稅後淨額)',
    '其他綜合損益(稅後)',
    '其他綜合損益',
  ),
  account('TotalComprehensiveIncome', '本期綜合損益總額', '本期綜合損益總額(稅後)'),
  account(
    'NetIncomeAttributableToOwnersOfParent',
    '淨利(淨損)歸屬於母公司業主',
    '淨利(損)歸屬於母公司業主',
    '母公司業主(淨利/損)',
    '母公司業主(淨利/淨損)',
  ),
  account(
    'NetIncomeAttributableToNoncontrollingInterests',
    '淨利(淨損)歸屬於非控制權益',
    '淨利(損)歸屬於非控制權益',
    '非控制權益(淨利/損)',
  ),
  account('ComprehensiveIncomeAttributableToOwnersOfParent', '綜合損益總額歸屬於母公司業主', '母公司業主(綜合損益)'),
  account('NetInterestIncome', '利息淨收益'),
  account('NetNonInterestIncome', '利息以外淨收益', '利息以外淨損益'),
  account('BadDebtExpense', '呆帳費用、承諾及保證責任準備提存'),
  account('NetChangeInInsuranceLiabilityReserve', '保險負債準備淨變動'),
  perShare('EPS', '基本每股盈餘合計', '基本每股盈餘(元)', '基本每股盈餘'),
  perShare('DilutedEPS', '稀釋每股盈餘合計', '稀釋每股盈餘'),
]

export const balanceAccounts: readonly Account[] = [
  account('CashAndCashEquivalents', '現金及約當現金'),
  account('AccountsReceivableNet', '應收帳款淨額'),
  account('AccountsReceivableDueFromRelatedPartiesNet', '應收帳款-關係人淨額'),
  account('Inventories', '存貨', '存貨合計'),
  account('CurrentAssets', '流動資產合計', '流動資產'),
  account('PropertyPlantAndEquipment', '不動產、廠房及設備', '不動產、廠房及設備合計', '不動產及設備-淨額'),
  account('RightOfUseAssets', '使用權資產', '使用權資產-淨額'),
  account('IntangibleAssets', '無形資產', '無形資產-淨額'),
  account('NoncurrentAssets', '非流動資產合計', '非流動資產'),
  account('TotalAssets', '資產總計', '資產總額'),
  account('ShorttermBorrowings', '短期借款', '短期借款合計'),
  account('CurrentContractLiabilities', '合約負債-流動'),
  account('AccountsPayable', '應付帳款', '應付帳款合計'),
  account('AccountsPayableToRelatedParties', '應付帳款-關係人'),
  account('CurrentLiabilities', '流動負債合計', '流動負債'),
  account('BondsPayable', '應付公司債', '應付債券'),
  account('LongtermBorrowings', '長期借款'),
  account('NoncurrentLiabilities', '非流動負債合計', '非流動負債'),
  account('Liabilities', '負債總計', '負債總額'),
  account('OrdinaryShare', '普通股股本'),
  account('CapitalStock', '股本合計', '股本'),
  account('CapitalSurplus', '資本公積合計', '資本公積'),
  account('RetainedEarnings', '保留盈餘合計', '保留盈餘', '保留盈餘(或累積虧損)'),
  account('OtherEquityInterest', '其他權益合計', '其他權益'),
  account('TreasuryShares', '庫藏股票'),
  account(
    'EquityAttributableToOwnersOfParent',
    '歸屬於母公司業主之權益合計',
    '歸屬於母公司業主之權益',
    '歸屬於母公司業主權益合計',
  ),
  account('NoncontrollingInterests', '非控制權益'),
  account('Equity', '權益總計', '權益總額'),
  account('TotalLiabilitiesEquity', '負債及權益總計'),
  perShare('BookValuePerShare', '每股參考淨值'),
]

/** A label without varying parts: white space and full-width forms. */
export const labelOf = (name: string): string => name.normalize('NFKC').replace(/\s/g, '')

const codes = new Map<string, string>()

/** Lines without a code of their own get one from their name. */
export function codeOf(label: string): string {
  const known = codes.get(label)
  if (known !== undefined) return known
  const code = `X_${createHash('sha1').update(label).digest('hex').slice(0, 8)}`
  codes.set(label, code)
  return code
}

/** Counts of shares stand among the amounts in some templates. */
export const unitOf = (label: string): 'TWD' | 'shares' => (/股數/.test(label) ? 'shares' : 'TWD')
