import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { knownIndex, notASector, sectorColumns } from '../exchange/indices.ts'
import { column, part, theDay } from '../reading.ts'
import { tpexDayFeed } from './response.ts'

const named = { ...sectorColumns('TPEX', '類股名稱'), trade_date: theDay }
const isHeadline = (name: string): boolean => knownIndex('TPEX', name)?.id === 'TPEX'

/** Every name in it is an index, so one that is not known is a row that cannot be read. */
const bars = part(
  TaiwanStockSectorPrice,
  { ...named, open: '開市', high: '最高', low: '最低', close: '收市', spread: '漲跌' },
  { leave: [['the headline index', '類股名稱', isHeadline]] },
)

export const sectinx = tpexDayFeed(bars, 'indexInfo/sectinx', {
  role: 'part',
  since: '2007-01-02',
  recording: 'tpex/sectinx_20230130.json',
})

/** Some industries are traded without an index of their own. */
const shares = part(
  TaiwanStockSectorPrice,
  {
    ...named,
    turnover: '成交金額(元)',
    turnover_ratio: column('成交比重(%)', { nth: [0, 2] }),
    volume: '成交股數',
  },
  {
    ignore: ['成交比重(%)'],
    leave: notASector('TPEX', '類股名稱', 'industries without an index'),
  },
)

export const sectRatio = tpexDayFeed(shares, 'afterTrading/sectRatio', {
  role: 'part',
  since: '2007-01-02',
  recording: 'tpex/sectRatio_20230130.json',
})
