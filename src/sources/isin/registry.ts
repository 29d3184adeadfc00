import { issueKey } from '../exchange/companies.ts'
import { industryCode } from '../exchange/industries.ts'
import type { Market } from '../feed.ts'
import { section } from '../html.ts'
import { column, constant, theDayMade } from '../reading.ts'

/** The columns of the ISIN registry, which knows every security that is listed now. */

const markets: Readonly<Record<string, Market>> = { 上市: 'TWSE', 上市臺灣創新板: 'TWSE', 上櫃: 'TPEX', 興櫃: 'ESB' }

const types: readonly (readonly [RegExp, string])[] = [
  [/權證|牛熊證/, 'warrant'],
  [/^ETF|指數股票型/, 'etf'],
  [/^ETN|指數投資證券/, 'etn'],
  [/特別股/, 'preferred'],
  [/存託憑證/, 'tdr'],
  [/受益證券-不動產|^受益證券$/, 'reit'],
  [/股票|創新板|興櫃/, 'stock'],
]
export const typeOf = (text: string): string => types.find(([word]) => word.test(text.trim()))?.[1] ?? 'other'
export const isWarrantType = (text: string): boolean => typeOf(text) === 'warrant'

/** A row of another market than the requested one is rejected. */
const marketOf = (market: Market) => (text: string) => (markets[text.trim()] === market ? market : undefined)

const shared = (market: Market, listed: string, type: string) => ({
  market: column('市場別', { read: marketOf(market) }),
  security_type: column(type, { read: typeOf }),
  industry_code: column('產業別', { read: (name) => industryCode(name) ?? null }),
  industry_category: '產業別',
  cfi_code: 'CFICode',
  listing_date: listed,
  delisting_date: null,
  is_active: constant(true),
  as_of_date: theDayMade,
  issue_key: column(listed, { read: issueKey }),
})

const withoutWarrants = (type: string) => ({
  ignore: ['頁面編號', '備註', section],
  leave: [['warrants', type, isWarrantType]] as const,
})

/** The list of a market, with a column for everything. */
export const registered = (market: Market) => ({
  columns: {
    stock_id: '有價證券代號',
    stock_name: '有價證券名稱',
    isin_code: '國際證券編碼',
    ...shared(market, '公開發行/上市(櫃)/發行日', '有價證券別'),
  },
  options: withoutWarrants('有價證券別'),
})

const both = '有價證券代號及名稱'
/** Code and name share a cell, a full-width blank between them. */
const codeIn = (text: string): string | undefined => text.trim().split(/\s+/)[0] || undefined
const nameIn = (text: string): string | undefined => text.trim().split(/\s+/).slice(1).join(' ') || undefined

/** The list of the emerging board: the kind of security stands in headings between the rows. */
export const onBoard = {
  columns: {
    stock_id: column(both, { read: codeIn }),
    stock_name: column(both, { read: nameIn }),
    isin_code: '國際證券辨識號碼(ISIN Code)',
    ...shared('ESB', '上市日', section),
  },
  options: { ignore: ['備註'] },
}
export const boardTitles = [both, '國際證券辨識號碼(ISIN Code)', '上市日', '市場別', '產業別', 'CFICode']

/** The meaning of the last two letters of a warrant's classification. */
export const warrantType = (name: string, cfi: string): string | null => {
  if (/牛/.test(name)) return 'bull'
  if (/熊/.test(name)) return 'bear'
  return cfi[4] === 'C' ? 'call' : cfi[4] === 'P' ? 'put' : null
}
export const exerciseStyle = (cfi: string): string | null =>
  cfi[5] === 'A' ? 'american' : cfi[5] === 'E' ? 'european' : null
