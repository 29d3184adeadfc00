import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { noWarrant } from '../exchange/warrants.ts'
import { get, type Market } from '../feed.ts'
import { column, combined } from '../mapping.ts'
import { changed } from '../outcome.ts'
import { whole } from '../rows.ts'
import { none } from '../servedDays.ts'
import { decode } from '../text.ts'
import { boardTitles, exerciseStyle, isWarrantType, onBoard, registered, warrantType } from './registry.ts'
import { isin, isinPage, listTitles } from './response.ts'

/** Warrants tell by their classification what they are; terms stand elsewhere. */
const withWarrants = (market: Market) => {
  const { columns, options } = registered(market)
  return whole(
    TaiwanStockOverviewIncludeWarrant,
    {
      ...columns,
      ...noWarrant,
      warrant_type: combined(['有價證券別', '有價證券名稱', 'CFICode'], (type, name, cfi) =>
        isWarrantType(type) ? warrantType(name, cfi.trim()) : null,
      ),
      exercise_style: combined(['有價證券別', 'CFICode'], (type, cfi) =>
        isWarrantType(type) ? exerciseStyle(cfi.trim()) : null,
      ),
    },
    { ignore: options.ignore },
  )
}
const [listed, otc] = [withWarrants('TWSE'), withWarrants('TPEX')]

export const classMain = isin('TWSE')(listed, {
  endpoint: 'class_main_1',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/class_main.jsp', { market: '1' }),
  parse: isinPage(listed, listTitles),
  verified: 'isin/class_main_twse_stocks_20231205.html',
})

export const classMainOtc = isin('TPEX')(otc, {
  endpoint: 'class_main_2',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/class_main.jsp', { market: '2' }),
  parse: isinPage(otc, listTitles),
})

const emerging = whole(TaiwanStockOverviewIncludeWarrant, { ...onBoard.columns, ...noWarrant }, onBoard.options)

export const publicEsb = isin('ESB')(emerging, {
  endpoint: 'C_public_5',
  span: 'latest',
  encoding: 'big5',
  request: () => get('/C_public.jsp', { strMode: '5' }),
  parse: isinPage(emerging, boardTitles),
})

const one = whole(
  TaiwanStockOverviewIncludeWarrant,
  {
    ...registered('TWSE').columns,
    ...noWarrant,
    market: column('市場別', {
      read: (text) => ({ 上市: 'TWSE', 上市臺灣創新板: 'TWSE', 上櫃: 'TPEX', 興櫃: 'ESB' })[text.trim()],
    }),
  },
  { ignore: registered('TWSE').options.ignore },
)
const readOne = isinPage(one, listTitles)

/** One security of any market. */
export const singleMain = isin(null)(one, {
  endpoint: 'single_main',
  span: 'latest',
  each: 'id',
  encoding: 'big5',
  request: ({ id }) => get('/single_main.jsp', { owncode: id ?? '' }),
  parse(bytes, request) {
    if (/location\.replace\(["']class_nofind/.test(decode(bytes, 'big5')))
      return none(`the registry has no security with the code ${request.id}`)
    const outcome = readOne(bytes, request)
    if (outcome.kind !== 'rows') return outcome
    const other = outcome.rows.find((row) => row.stock_id !== request.id)
    if (other) throw changed(`asked for ${request.id}, answered with ${other.stock_id}`)
    return outcome
  },
  verified: 'isin/single_main_2330.html',
})
