import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { type Feed, get } from '../feed.ts'
import { undated } from '../openapi.ts'
import { incomeStatements } from '../statements/income.ts'
import { openApiStatements, templates } from '../statements/openapi.ts'
import { summaryOfIncome } from '../statements/summary.ts'
import { twseOpenApi } from './response.ts'

/** One list a kind of business. */
export const t187ap06: readonly Feed[] = templates.map((template) =>
  twseOpenApi.feed(incomeStatements, {
    endpoint: `t187ap06_L_${template}`,
    role: 'cumulative',
    span: 'latest',
    request: () => get(`/opendata/t187ap06_L_${template}`),
    parse: openApiStatements(incomeStatements),
    recording: ['bd', 'ci', 'fh', 'ins'].includes(template)
      ? `twse-openapi/opendata_t187ap06_L_${template}.json${template === 'ci' ? '.gz' : ''}`
      : null,
  }),
)

const summary = summaryOfIncome(TaiwanStockFinancialStatement)

/** Earnings a share of every company, from 1 January on. */
export const t187ap14 = twseOpenApi.rows(summary, '/opendata/t187ap14_L', undated, {
  role: 'witness',
  recorded: '.json',
})
