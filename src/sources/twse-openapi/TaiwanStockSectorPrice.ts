import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { isSector, knownIndex } from '../exchange/indices.ts'
import { signBefore } from '../exchange/signs.ts'
import { column, combined, constant } from '../mapping.ts'

import { dated } from '../openapi.ts'
import { part } from '../rows.ts'
import { twseOpenApi } from './response.ts'

const sectorOf = (name: string) => {
  const index = knownIndex('TWSE', name)
  return index && isSector(index) ? index : undefined
}

/** Closes are rounded to whole points, changes are not. */
const changes = part(
  TaiwanStockSectorPrice,
  {
    stock_id: column('指數', { read: (name) => sectorOf(name)?.id }),
    trade_date: '日期',
    market: constant('TWSE'),
    index_name: column('指數', { read: (name) => sectorOf(name)?.name }),
    close: '收盤指數',
    spread: combined(['漲跌', '漲跌點數'], signBefore),
  },
  {
    ignore: ['漲跌百分比', '特殊處理註記'],
    leave: [['other indices', '指數', (name) => sectorOf(name) === undefined]],
  },
)

export const miIndex = twseOpenApi.rows(changes, '/exchangeReport/MI_INDEX', dated('trade_date'), {
  role: 'witness',
  nearest: { close: 10_000 },
  recorded: '.json',
})
