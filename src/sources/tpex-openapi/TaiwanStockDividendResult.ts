import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { exEvent, unlimited } from '../exchange/securities.ts'
import { scaled } from '../numbers.ts'
import { column, constant, part, rounded, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

/** Titles are spelled like that: the value of the cash is `CashDividend`, the dividend itself `CashDivdend`. */
const results = whole(
  TaiwanStockDividendResult,
  {
    stock_id: 'SecuritiesCompanyCode',
    ex_date: 'Date',
    stock_name: 'CompanyName',
    market: constant('TPEX'),
    close_before: 'ClosePriceBeforeExRightsDiviend',
    reference_price: 'ExRightsDiviendQuote',
    dividend_value: rounded('StockDividendPlusCashDividend'),
    rights_value: rounded('StockDividend'),
    cash_value: rounded('CashDividend'),
    event_type: column('ExRightsDiviend', { read: exEvent }),
    limit_up: column('LimitUp', unlimited),
    limit_down: column('LimitDown', unlimited),
    opening_reference_price: 'OpeningReferencePrice',
    dividend_reference_price: 'DividendDeductedQuote',
    cash_dividend: rounded('CashDivdend'),
    stock_dividend_per_1000: rounded('StockDivdendThousandShares'),
    rights_issue_shares: 'CashCapitalIncreaseShares',
    rights_issue_price: 'SubscriptionPricePerShare',
    rights_issue_per_1000: rounded('SubscribedProRataThousandShares'),
  },
  { ignore: ['AllocatedForPublicUnderwriting', 'SubscribedByEmployees', 'SubscribedByExistingShareholders'] },
)

/** Ex-dates of the newest days. */
export const exrightDaily = tpexOpenApi.events(results, '/tpex_exright_daily')

/** Shares a share. */
const perThousand = (title: string) => column(title, { read: (text) => scaled(text, 9, true) })

/** Titles are spelled like that. */
const forecast = part(
  TaiwanStockDividendResult,
  {
    stock_id: 'SecuritiesCompanyCode',
    ex_date: 'ExRrightsExDividendDate',
    market: constant('TPEX'),
    event_type: column('ExRrightsExDividend', { read: exEvent }),
    // Of funds it is announced a few days before.
    cash_dividend: rounded('CashDividend', { none: ['尚未公告'] }),
    stock_dividend_per_1000: perThousand('StockDividendRatio'),
    rights_issue_price: 'SubscriptionPricePerShare',
    rights_issue_per_1000: rounded('SubscribedProRataInThousandShares'),
  },
  {
    ignore: [
      ...['CompanyName', 'SubscriptionRatioToNewSharesIssued', 'AllocatedForPublicUnderwriting'],
      ...['SubscribedByEmployees', 'SubscribedByExistingShareholders'],
    ],
  },
)

/** Ex-dates of the coming weeks and the last one, without prices: it makes no row. */
export const exrightPrepost = tpexOpenApi.events(forecast, '/tpex_exright_prepost', { role: 'witness' })
