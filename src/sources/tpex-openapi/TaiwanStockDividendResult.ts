import { TaiwanStockDividendResult } from '../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { exEvent, unlimited } from '../exchange/securities.ts'
import { scaled } from '../numbers.ts'
import { column, constant, part, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const rounds = { rounds: true } as const

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
    dividend_value: column('StockDividendPlusCashDividend', rounds),
    rights_value: column('StockDividend', rounds),
    cash_value: column('CashDividend', rounds),
    event_type: column('ExRightsDiviend', { read: exEvent }),
    limit_up: column('LimitUp', unlimited),
    limit_down: column('LimitDown', unlimited),
    opening_reference_price: 'OpeningReferencePrice',
    dividend_reference_price: 'DividendDeductedQuote',
    cash_dividend: column('CashDivdend', rounds),
    stock_dividend_per_1000: column('StockDivdendThousandShares', rounds),
    rights_issue_shares: 'CashCapitalIncreaseShares',
    rights_issue_price: 'SubscriptionPricePerShare',
    rights_issue_per_1000: column('SubscribedProRataThousandShares', rounds),
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
    cash_dividend: column('CashDividend', { ...rounds, none: ['尚未公告'] }),
    stock_dividend_per_1000: perThousand('StockDividendRatio'),
    rights_issue_price: 'SubscriptionPricePerShare',
    rights_issue_per_1000: column('SubscribedProRataInThousandShares', rounds),
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
