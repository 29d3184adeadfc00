import { t163sb05, t164sb03 } from './TaiwanStockBalanceSheet.ts'
import { t163sb20, t164sb05 } from './TaiwanStockCashFlowsStatement.ts'
import { t108sb27 } from './TaiwanStockDividend.ts'
import { t163sb04, t164sb04 } from './TaiwanStockFinancialStatement.ts'
import { t21sc03 } from './TaiwanStockMonthRevenue.ts'
import { t13sa150 } from './TaiwanStockShareholding.ts'

export const mopsFeeds = [
  ...t21sc03,
  t164sb04,
  t164sb03,
  t164sb05,
  ...t163sb04,
  ...t163sb05,
  ...t163sb20,
  ...t108sb27,
  t13sa150,
]
