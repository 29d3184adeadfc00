import { TaiwanOptionsSettlement } from '../../catalogue/derivatives/TaiwanOptionsSettlement.ts'
import { optionNamed } from './products.ts'
import { indexPage, stockPage } from './settlementPages.ts'

const product = { id: 'option_id', label: 'option_name', named: optionNamed } as const

/** Options on indices, one month. */
export const optIndxFsp = indexPage(TaiwanOptionsSettlement, product, 'optIndxFSP', '2001-12-01')

/** Options on stocks and funds, one month, with the value of a contract. */
export const ssoFsp = stockPage(TaiwanOptionsSettlement, product, 'sSOFSP', '2003-01-01')
