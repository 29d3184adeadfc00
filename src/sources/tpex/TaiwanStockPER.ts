import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { fiscalPeriod, republicYear } from '../periods.ts'
import { column, constant, rounded, theDay, whole } from '../reading.ts'
import { tpexDayFeed, tpexDayRows } from './response.ts'

/** On the first days of a listing nothing is computed yet. */
const notComputed = { none: ['0', '0.00'] }

const ratios = whole(
  TaiwanStockPER,
  {
    stock_id: column('股票代號', { also: ['代號'] }),
    trade_date: theDay,
    market: constant('TPEX'),
    pe_ratio: column('本益比', notComputed),
    pb_ratio: column('股價淨值比', notComputed),
    dividend_yield: '殖利率(%)',
    dividend_year: column('股利年度', { read: republicYear }),
    dividend_per_share: rounded('每股股利'),
    fiscal_period: column('財報年/季', { since: '2025-01-02', read: fiscalPeriod }),
  },
  { ignore: ['公司名稱', '名稱'] },
)

/** The titles of rows that came without titles. */
const oldTitles = ['股票代號', '公司名稱', '本益比', '每股股利', '股利年度', '殖利率(%)', '股價淨值比']

export const peQryDate = tpexDayFeed(ratios, 'afterTrading/peQryDate', {
  since: '2007-01-02',
  recording: 'tpex/peQryDate_20230130.json',
  parse: tpexDayRows(ratios, [{ titles: oldTitles, to: '2025-01-01' }]),
})
