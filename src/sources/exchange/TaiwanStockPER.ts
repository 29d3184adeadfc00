import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { fiscalPeriod, republicYear } from '../periods.ts'
import { column, constant, inOpenApi, lacking, type Named, onSite, theDay, whole } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { tpexDayFeed, tpexDayRows, tpexKey } from './tpex.ts'
import { twseDayFeed } from './twse.ts'

/** Two columns came with the layout of that day. */
const since = '2017-04-13'

/** The year of the dividend and the quarter of the earnings, which only the sites have. */
const periodOf = (named: Named, year: string, quarter: string) =>
  named === onSite
    ? {
        dividend_year: column('股利年度', { since: year, read: republicYear }),
        fiscal_period: column('財報年/季', { since: quarter, read: fiscalPeriod }),
      }
    : lacking('dividend_year', 'fiscal_period')

const listed = (named: Named) =>
  whole(
    TaiwanStockPER,
    {
      stock_id: named('證券代號', 'Code'),
      trade_date: named === onSite ? theDay : 'Date',
      market: constant('TWSE'),
      pe_ratio: named('本益比', 'PEratio'),
      pb_ratio: named('股價淨值比', 'PBratio'),
      dividend_yield: named('殖利率(%)', 'DividendYield'),
      dividend_per_share: null,
      ...periodOf(named, since, since),
    },
    { ignore: named === onSite ? ['證券名稱', '收盤價'] : ['Name'] },
  )

/** On the first days of a listing nothing is computed yet. */
const notComputed = { none: ['0', '0.00'] }

const otc = (named: Named) =>
  whole(
    TaiwanStockPER,
    {
      ...tpexKey(named),
      stock_id: named('股票代號', 'SecuritiesCompanyCode', { also: ['代號'] }),
      pe_ratio: named('本益比', 'PriceEarningRatio', notComputed),
      pb_ratio: named('股價淨值比', 'PriceBookRatio', notComputed),
      dividend_yield: named('殖利率(%)', 'YieldRatio'),
      dividend_per_share: named('每股股利', 'DividendPerShare', { rounds: true }),
      ...periodOf(named, '', '2025-01-02'),
    },
    { ignore: named === onSite ? ['公司名稱', '名稱'] : ['CompanyName'] },
  )
const onTpexSite = otc(onSite)

/** The titles of rows that came without titles. */
const oldTitles = ['股票代號', '公司名稱', '本益比', '每股股利', '股利年度', '殖利率(%)', '股價淨值比']

export const priceRatios = [
  twseOpenApi.daily(listed(inOpenApi), '/exchangeReport/BWIBBU_ALL', { recorded: '.json' }),
  twseDayFeed(listed(onSite), 'afterTrading/BWIBBU_d', {
    query: { selectType: 'ALL' },
    since: '2005-09-02',
    recording: 'twse/BWIBBU_d_20230130.json',
  }),
  // The newest day; for months in 2025 the list did not change, which its day shows.
  tpexOpenApi.daily(otc(inOpenApi), '/tpex_mainboard_peratio_analysis', { recorded: '.json' }),
  tpexDayFeed(onTpexSite, 'afterTrading/peQryDate', {
    since: '2007-01-02',
    recording: 'tpex/peQryDate_20230130.json',
    parse: tpexDayRows(onTpexSite, [{ titles: oldTitles, to: '2025-01-01' }]),
  }),
]
