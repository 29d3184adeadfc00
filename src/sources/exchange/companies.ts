import { dateOf } from '../../days.ts'
import { compact, dayFrom } from '../dates.ts'
import type { Feed, Market } from '../feed.ts'
import { column, constant, lacking, type Reading } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { industryName } from './industries.ts'
import { esbOpenApi, tpexOpenApi, twseOpenApi } from './openApi.ts'
import { knownCodes, typeOfCode } from './securityCodes.ts'

/** The list of companies that both exchanges publish, in Chinese and in English titles. */
type Titles = Readonly<Record<'id' | 'name' | 'industry' | 'listed' | 'made', string>> & {
  readonly ignore: readonly string[]
}

const inChinese: Titles = {
  id: '公司代號',
  name: '公司簡稱',
  industry: '產業別',
  listed: '上市日期',
  made: '出表日期',
  ignore: titlesIn(`
    公司名稱 外國企業註冊地國 住址 營利事業統一編號 董事長 總經理 發言人 發言人職稱 代理發言人 總機電話 成立日期 普通股每股面額 實收資本額 私募股數 特別股 編制財務報表類型 股票過戶機構 過戶電話 過戶地址
    簽證會計師事務所 簽證會計師1 簽證會計師2 英文簡稱 英文通訊地址 傳真機號碼 電子郵件信箱 網址 已發行普通股數或TDR原股發行股數
  `),
}
const inEnglish: Titles = {
  id: 'SecuritiesCompanyCode',
  name: 'CompanyAbbreviation',
  industry: 'SecuritiesIndustryCode',
  listed: 'DateOfListing',
  made: 'Date',
  ignore: titlesIn(`
    CompanyName Registration Address UnifiedBusinessNo. Chairman GeneralManager Spokesman TitleOfSpokesman
    DeputySpokesperson Telephone DateOfIncorporation ParValueOfCommonStock Paidin.Capital.NTDollars
    PrivateStock.shares PreferredStock.shares PreparationOfFinancialReportType StockTransferAgent
    StockTransferAgentTelephone StockTransferAgentAddress AccountingFirm CPA.CharteredPublicAccountant.First
    CPA.CharteredPublicAccountant.Second Symbol Fax EmailAddress WebAddress IssueShares
  `),
}
export const companyTitles = { TWSE: inChinese, TPEX: inEnglish, ESB: inEnglish } as const

const noIndustry = new Set(['', '00', 'XX'])
const codeOf = (text: string): string | null => (noIndustry.has(text.trim()) ? null : text.trim())

/** An industry code that is not known is not passed off as none. */
const nameOf = (text: string): string | null | undefined => {
  const code = codeOf(text)
  return code === null ? null : industryName(code)
}

/** The columns of a company; a reading takes those that its dataset has. */
export const companies = (market: Market) => {
  const { id, name, industry, listed, made } = companyTitles[market]
  return {
    stock_id: id,
    stock_name: name,
    market: constant(market),
    security_type: column(id, { read: typeOfCode }),
    industry_code: column(industry, { read: codeOf }),
    industry_category: column(industry, { read: nameOf }),
    listing_date: listed,
    as_of_date: made,
    issue_key: column(listed, { read: issueKey }),
    ...lacking('isin_code', 'cfi_code', 'delisting_date'),
    is_active: constant(true),
  }
}

/** How rows of the list are read that take the type of a security from its code. */
export const companyOptions = (market: Market) => ({
  ignore: companyTitles[market].ignore,
  refuse: knownCodes(companyTitles[market].id),
})

/** Issues of one code are distinguished by their listing day. */
export const issueKey = (text: string): string | undefined => {
  const day = dayFrom(text)
  if (day === undefined) return undefined
  return day === null ? '-' : compact(dateOf(day))
}

/** The three lists of companies, which several datasets are read from. */
export const companyLists = (readingOf: (market: Market) => Reading): readonly Feed[] => [
  twseOpenApi.rows(readingOf('TWSE'), '/opendata/t187ap03_L', { recorded: '.json.gz' }),
  tpexOpenApi.rows(readingOf('TPEX'), '/mopsfin_t187ap03_O'),
  esbOpenApi.rows(readingOf('ESB'), '/mopsfin_t187ap03_R'),
]
