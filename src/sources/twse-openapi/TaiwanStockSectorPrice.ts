import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { notASector, sectorColumns } from '../exchange/indices.ts'
import { signBefore } from '../exchange/signs.ts'
import { combined, part } from '../reading.ts'

import { twseOpenApi } from './response.ts'

/** Closes are rounded to whole points, changes are not. */
const changes = part(
  TaiwanStockSectorPrice,
  {
    ...sectorColumns('TWSE', '指數'),
    trade_date: '日期',
    close: '收盤指數',
    spread: combined(['漲跌', '漲跌點數'], signBefore),
  },
  {
    ignore: ['漲跌百分比', '特殊處理註記'],
    leave: notASector('TWSE', '指數'),
  },
)

export const miIndex = twseOpenApi.daily(changes, '/exchangeReport/MI_INDEX', {
  role: 'witness',
  nearest: { close: 10_000 },
  recorded: '.json',
})
