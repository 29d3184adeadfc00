import { TaiwanFutureOptionDailyTotalOverview } from '../../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { dayOf } from '../../days.ts'
import { knownCodes, typeOfCode } from '../exchange/securityCodes.ts'
import { column, constant, fromRequest, part } from '../reading.ts'
import { ofStem } from '../taifex/products.ts'
import { putCallRatio } from '../taifex/putCallRatio.ts'
import { english } from '../taifex/vocabulary.ts'
import { asMade, ofTheDay, taifexList } from './response.ts'

const ratio = putCallRatio(english)

/** The last month of days. */
export const putCallRatioList = taifexList(ratio, 'PutCallRatio', ofTheDay, { role: 'witness', recorded: '.json' })

/** Funds are recognised by their codes: the class is blank for some. */
const classOf = (text: string): string | undefined => {
  const type = typeOfCode(text)
  return type === 'etf' || type === 'stock' ? type : undefined
}

const underlyings = (type: 'futures' | 'option') =>
  part(
    TaiwanFutureOptionDailyTotalOverview,
    {
      trade_date: fromRequest(({ to }) => dayOf(to)),
      product_id: column('Contract', { read: ofStem(type === 'futures' ? 'F' : 'O') }),
      product_type: constant(type),
      product_category: column('StockCode', { read: classOf }),
      underlying_stock_id: 'StockCode',
    },
    { ignore: ['UnderlyingStock', 'StockName', 'Type'], refuse: knownCodes('StockCode') },
  )

/** The underlyings of today's stock products: the computed totals must agree. */
export const ssfLists = taifexList(underlyings('futures'), 'SSFLists', asMade, { role: 'witness', recorded: '.json' })
export const ssoLists = taifexList(underlyings('option'), 'SSOLists', asMade, { role: 'witness' })
