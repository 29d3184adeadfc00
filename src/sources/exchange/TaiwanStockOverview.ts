import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { constant, part, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { companies, companyLists, companyOptions } from './companies.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'

const funds = part(
  TaiwanStockOverview,
  {
    stock_id: '基金代號',
    market: constant('TWSE'),
    security_type: constant('etf'),
    listing_date: '上市日期',
    as_of_date: '出表日期',
  },
  {
    ignore: titlesIn(`
      基金名稱 標的指數|追蹤指數名稱 ETF標的指數是否為客製化或需揭露相關資訊之指數 總機 基金類型 英文名稱 地址 董事長 發言人 總經理 代理發言人 投資經理人 統一編號 總代理人 成立日期 發行單位數|轉換數
      過戶機構 過戶電話 過戶地址 指數股票型基金(ETF)之標的指數是否包含外國成份股 備註 基金簡稱 基金中文名稱 基金英文名稱 標的指數/追蹤指數名稱 標的指數是否為客製化或需揭露相關資訊之指數
      股票及債券投資比例說明 是否設有績效指標 績效指標中文名稱 績效指標英文名稱 是否包含國外成分股 基金統一編號 基金經理人 經理公司總機 經理公司地址 經理公司董事長 經理公司發言人 經理公司總經理
      經理公司代理發言人 發行單位數/轉換數 保管機構 保管機構電話 保管機構地址
    `),
  },
)

/** Lists of securities for other purposes: each security in them must be known. */
const named: Readonly<Record<string, string>> = {
  tpex_cmode: `AlteredTrading PeriodicTrading ManagedStock MatchingFrequency SuspensionOfTrading
    FinancialAnnouncements`,
  tpex_delayed_stock_open: '',
  tpex_trading_warning_information: 'TradingInformation ClosePrice PriceEarningRatio',
  tpex_trading_warning_note: 'AccumulationSituation',
  tpex_margin_trading_margin_mark: 'BannedFromMarginShortSelling BannedFromSBLShortSelling SubjectToUptickRule',
  tpex_margin_trading_adjust: `ReductionDate TradeResumptionDate ReasonExcessiveStockPriceVolatilityFiveConsecutiveDays
    ReasonExcessiveStockPriceVolatilitySixDaysOutOfTen ReasonAbnormalTradeVolumeConsecutiveDays
    ReasonAbnormalTradeVolumeSixDaysOutOfTen ReasonShareholdingOverconcentration
    ReasonSecondDispositionByMarketSurveillanceDepartment
    ReasonUponResolutionByTheSurveillanceOperationsOversightCommittee`,
}

const witness = { role: 'witness', recorded: '.json' } as const

export const companyOverviews = [
  // Companies, without a distinction between issues of one code; funds and preferred shares are not among them.
  ...companyLists((market) => whole(TaiwanStockOverview, companies(market), companyOptions(market))),
  // Funds by their full names; the list may be months old.
  twseOpenApi.rows(funds, '/opendata/t187ap47_L', witness),
  ...Object.entries(named).map(([endpoint, others]) => {
    const securities = { stock_id: 'SecuritiesCompanyCode', stock_name: 'CompanyName' }
    const reading = part(TaiwanStockOverview, securities, { ignore: titlesIn(`Date ${others}`) })
    return tpexOpenApi.events(reading, `/${endpoint}`, witness)
  }),
]
