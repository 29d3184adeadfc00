import { defaultRequest } from '../../../test/support/feeds/fixture.ts'
import { testFeedIn } from '../../../test/support/feeds/testFeedIn.ts'
import { od15 } from './TaiwanStockHoldingSharesPer.ts'

testFeedIn(import.meta.dirname)(od15, 'TaiwanStockHoldingSharesPer.getOD-1-5.csv', defaultRequest(od15))
