import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { fiscalPeriod, republicYear } from '../periods.ts'
import { column, constant, inOpenApi, lacking, type Named, onSite, whole } from '../reading.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'
import { tpexDayFeed, tpexDayRows, tpexKey } from './tpex.ts'
import { twseDayFeed, twseKey } from './twse.ts'

/** Two columns came with the layout of that day. */
const since = '2017-04-13'

const listed = whole(
  TaiwanStockPER,
  {
    ...twseKey(),
    pe_ratio: '本益比',
    pb_ratio: '股價淨值比',
    dividend_yield: '殖利率(%)',
    dividend_year: column('股利年度', { since, read: republicYear }),
    dividend_per_share: null,
    fiscal_period: column('財報年/季', { since, read: fiscalPeriod }),
  },
  { ignore: ['證券名稱', '收盤價'] },
)

const listedList = whole(
  TaiwanStockPER,
  {
    stock_id: 'Code',
    trade_date: 'Date',
    market: constant('TWSE'),
    pe_ratio: 'PEratio',
    pb_ratio: 'PBratio',
    dividend_yield: 'DividendYield',
    ...lacking('dividend_year', 'dividend_per_share', 'fiscal_period'),
  },
  { ignore: ['Name'] },
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
      dividend_year: null,
      dividend_per_share: named('每股股利', 'DividendPerShare', { rounds: true }),
      fiscal_period: null,
      ...(named === onSite && {
        dividend_year: column('股利年度', { read: republicYear }),
        fiscal_period: column('財報年/季', { since: '2025-01-02', read: fiscalPeriod }),
      }),
    },
    { ignore: named === onSite ? ['公司名稱', '名稱'] : ['CompanyName'] },
  )
const onTpexSite = otc(onSite)

/** The titles of rows that came without titles. */
const oldTitles = ['股票代號', '公司名稱', '本益比', '每股股利', '股利年度', '殖利率(%)', '股價淨值比']

export const priceRatios = [
  twseOpenApi.daily(listedList, '/exchangeReport/BWIBBU_ALL', { recorded: '.json' }),
  twseDayFeed(listed, 'afterTrading/BWIBBU_d', {
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
