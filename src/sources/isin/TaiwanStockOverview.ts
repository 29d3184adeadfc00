import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { get } from '../feed.ts'
import { whole } from '../rows.ts'
import { boardTitles, onBoard, registered } from './registry.ts'
import { isin, isinPage, listTitles } from './response.ts'

const { columns, options } = registered('TWSE')
const { issue_key: _, ...shared } = columns
const listed = whole(TaiwanStockOverview, shared, options)

/** Everything listed. */
export const classMain = isin('TWSE')(listed, {
  endpoint: 'class_main_1',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/class_main.jsp', { market: '1' }),
  parse: isinPage(listed, listTitles),
  verified: 'isin/class_main_twse_stocks_20231205.html',
})

const otcColumns = registered('TPEX')
const { issue_key: __, ...otcShared } = otcColumns.columns
const otc = whole(TaiwanStockOverview, otcShared, otcColumns.options)

/** Everything on the OTC market. */
export const classMainOtc = isin('TPEX')(otc, {
  endpoint: 'class_main_2',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/class_main.jsp', { market: '2' }),
  parse: isinPage(otc, listTitles),
})

const { issue_key: ___, ...boardColumns } = onBoard.columns
const emerging = whole(TaiwanStockOverview, boardColumns, onBoard.options)

/** Everything on the emerging board, on a page of another layout. */
export const publicEsb = isin('ESB')(emerging, {
  endpoint: 'C_public_5',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/C_public.jsp', { strMode: '5' }),
  parse: isinPage(emerging, boardTitles),
})
