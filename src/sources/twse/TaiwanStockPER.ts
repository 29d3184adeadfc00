import { TaiwanStockPER } from '../../catalogue/technical/TaiwanStockPER.ts'
import { fiscalPeriod, republicYear } from '../periods.ts'
import { column, whole } from '../reading.ts'
import { dailyKey, twseDayFeed } from './response.ts'

/** Two columns came with the layout of that day. */
const since = '2017-04-13'

const ratios = whole(
  TaiwanStockPER,
  {
    ...dailyKey,
    pe_ratio: '本益比',
    pb_ratio: '股價淨值比',
    dividend_yield: '殖利率(%)',
    dividend_year: column('股利年度', { since, read: republicYear }),
    dividend_per_share: null,
    fiscal_period: column('財報年/季', { since, read: fiscalPeriod }),
  },
  { ignore: ['證券名稱', '收盤價'] },
)

export const bwibbuD = twseDayFeed(ratios, 'afterTrading/BWIBBU_d', {
  query: { selectType: 'ALL' },
  since: '2005-09-02',
  recording: 'twse/BWIBBU_d_20230130.json',
})
