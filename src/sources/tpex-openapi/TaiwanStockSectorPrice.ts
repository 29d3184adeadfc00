import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { sectorNamed } from '../exchange/indices.ts'
import { column, constant } from '../mapping.ts'
import { dated } from '../openapi.ts'
import { part } from '../rows.ts'
import { tpexOpenApi } from './response.ts'

const sectorOf = (name: string) => sectorNamed('TPEX', name)

/**
 * What was traded of each sector. `TradeWeight` is left: the page of the same table has a share of the value and one of
 * the shares under one title, and the list has kept the second, which is no share of the turnover.
 */
const traded = part(
  TaiwanStockSectorPrice,
  {
    stock_id: column('Sector', { read: (name) => sectorOf(name)?.id }),
    trade_date: 'Date',
    market: constant('TPEX'),
    index_name: column('Sector', { read: (name) => sectorOf(name)?.name }),
    turnover: 'TradeAmount',
    volume: 'NumberOfSharesTraded',
  },
  {
    ignore: ['TradeWeight'],
    leave: [['industries without an index', 'Sector', (name) => sectorOf(name) === undefined]],
  },
)

/** Without the index itself it makes no row. */
export const tradingVolumeRatio = tpexOpenApi.rows(traded, '/tpex_trading_volume_ratio', dated('trade_date'), {
  role: 'witness',
})
