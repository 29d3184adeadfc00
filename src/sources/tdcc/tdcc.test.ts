import { usual } from '../../../test/support/feeds/fixture.ts'
import { triedIn } from '../../../test/support/feeds/tried.ts'
import { od15 } from './TaiwanStockHoldingSharesPer.ts'

triedIn(import.meta.dirname)(od15, 'TaiwanStockHoldingSharesPer.getOD-1-5.csv', usual(od15))
