import { TaiwanFuturesSettlement } from '../../catalogue/derivatives/TaiwanFuturesSettlement.ts'
import { futuresNamed } from './products.ts'
import { indexPage, stockPage } from './settlementPages.ts'

const product = { id: 'futures_id', label: 'futures_name', named: futuresNamed } as const

/** Futures on indices, one month. */
export const futIndxFsp = indexPage(TaiwanFuturesSettlement, product, 'futIndxFSP', '1998-09-01')

/** Futures on stocks and funds, one month, with the value of a contract. */
export const ssfFsp = stockPage(TaiwanFuturesSettlement, product, 'sSFFSP', '2010-01-01')
