import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { notASector, sectorColumns } from '../exchange/indices.ts'
import { part } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

/**
 * Trading of each sector. `TradeWeight` is ignored: the page of the same table has a share of the value and one of
 * the shares under one title, and the list has kept the second, which is no share of the turnover.
 */
const traded = part(
  TaiwanStockSectorPrice,
  {
    ...sectorColumns('TPEX', 'Sector'),
    trade_date: 'Date',
    turnover: 'TradeAmount',
    volume: 'NumberOfSharesTraded',
  },
  {
    ignore: ['TradeWeight'],
    leave: notASector('TPEX', 'Sector', 'industries without an index'),
  },
)

/** Without the index itself it makes no row. */
export const tradingVolumeRatio = tpexOpenApi.daily(traded, '/tpex_trading_volume_ratio', {
  role: 'witness',
})
