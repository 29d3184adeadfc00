import { TaiwanStockSectorPrice } from '../../catalogue/technical/TaiwanStockSectorPrice.ts'
import { isSector, knownIndex } from '../exchange/indices.ts'
import { get } from '../feed.ts'
import { column, combined, constant } from '../mapping.ts'
import { scaled } from '../numbers.ts'
import { dated, openApiRows } from '../openapi.ts'
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
    spread: combined(['漲跌', '漲跌點數'], (sign, size) => scaled(sign.trim() + size.trim(), 4)),
  },
  {
    ignore: ['漲跌百分比', '特殊處理註記'],
    leave: [['other indices', '指數', (name) => sectorOf(name) === undefined]],
  },
)

export const miIndex = twseOpenApi(changes, {
  endpoint: 'MI_INDEX',
  role: 'witness',
  nearest: { close: 10_000 },
  span: 'latest',
  request: () => get('/exchangeReport/MI_INDEX'),
  parse: openApiRows(changes, dated('trade_date')),
  verified: 'twse-openapi/exchangeReport_MI_INDEX.json',
})
