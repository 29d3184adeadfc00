import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { dayFrom } from '../dates.ts'
import { scaled } from '../numbers.ts'
import { republicYear } from '../periods.ts'
import { column, combined, constant, lacking, part, rounded, whole } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { twseOpenApi } from './openApi.ts'
import { exEvent } from './securities.ts'

const sum = (...texts: string[]): number | null | undefined => {
  const parts = texts.map((text) => scaled(text, 6, true))
  if (parts.includes(undefined)) return undefined
  // A sum with an unknown part is unknown.
  return parts.reduce<number | null>((all, one) => (all === null || one == null ? null : all + one), 0)
}
/** `113年`, `113年上半年`, `113年第3季`. */
const period = (year: string, part: string): string | undefined =>
  republicYear(year) ? `${republicYear(year)! - 1911}年${part.trim() === '年度' ? '' : part.trim()}` : undefined
const quarter = (text: string): number | null => Number(/第([1-4])季/.exec(text)?.[1] ?? 0) || null

const resolved = whole(
  TaiwanStockDividend,
  {
    stock_id: '公司代號',
    announce_date: '董事會(擬議)股利分派日',
    announce_time: constant('00:00:00'),
    stock_name: '公司名稱',
    dividend_period: combined(['股利年度', '股利所屬年(季)度'], period),
    fiscal_year: column('股利年度', { read: republicYear }),
    fiscal_quarter: column('股利所屬年(季)度', { read: quarter }),
    ...lacking('record_date', 'stock_ex_date', 'cash_preferred_dividend', 'cash_ex_date', 'cash_payment_date'),
    stock_earnings_distribution: rounded('股東配發-盈餘轉增資配股(元/股)'),
    stock_statutory_surplus: combined(
      ['股東配發-法定盈餘公積轉增資配股(元/股)', '股東配發-資本公積轉增資配股(元/股)'],
      sum,
    ),
    cash_earnings_distribution: rounded('股東配發-盈餘分配之現金股利(元/股)'),
    cash_statutory_surplus: combined(
      ['股東配發-法定盈餘公積發放之現金(元/股)', '股東配發-資本公積發放之現金(元/股)'],
      sum,
    ),
    ...lacking('capital_increase_shares', 'capital_increase_ratio', 'capital_increase_price'),
    ...lacking('participating_shares', 'par_value'),
    ...lacking('employee_stock_bonus_shares', 'employee_cash_bonus', 'directors_remuneration'),
  },
  {
    ignore: titlesIn(`
      出表日期 決議(擬議)進度 股利所屬期間 期別 股東會日期 期初未分配盈餘/待彌補虧損(元) 本期淨利(淨損)(元)
      可分配盈餘(元) 分配後期末未分配盈餘(元) 股東配發-股東配發之現金(股利)總金額(元) 股東配發-股東配股總股數(股)
      摘錄公司章程-股利分派部分 備註
    `),
  },
)

const exDay = (isFor: (event: string) => boolean) =>
  combined(['Exdividend', 'Date'], (kind, date) => {
    const event = exEvent(kind)
    return event === undefined ? undefined : isFor(event) ? dayFrom(date) : null
  })

const forecast = part(
  TaiwanStockDividend,
  {
    stock_id: 'Code',
    stock_name: 'Name',
    cash_ex_date: exDay((event) => event !== 'rights'),
    stock_ex_date: exDay((event) => event !== 'dividend'),
  },
  {
    ignore: titlesIn(`
      StockDividendRatio SubscriptionRatio SubscriptionPricePerShare CashDividend SharesOffered SharesEmpOwner
      SharesholderOwner StockHoldingRatio
    `),
  },
)

export const dividends = [
  // Resolutions of boards and meetings; days are not known yet.
  twseOpenApi.rows(resolved, '/opendata/t187ap45_L', { recorded: '.json.gz' }),
  // Ex-days to come, which an announcement must have named.
  twseOpenApi.events(forecast, '/exchangeReport/TWT48U_ALL', { role: 'witness', recorded: '.json' }),
]
