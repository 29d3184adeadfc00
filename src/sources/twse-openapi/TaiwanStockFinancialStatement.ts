import { incomeStatements } from '../statements/income.ts'
import { statementLists } from '../statements/openapi.ts'
import { summaryOfIncome } from '../statements/summary.ts'
import { twseOpenApi } from './response.ts'

export const t187ap06 = statementLists(twseOpenApi, '/opendata/t187ap06_L', incomeStatements, {
  role: 'cumulative',
  recorded: { bd: '.json', ci: '.json.gz', fh: '.json', ins: '.json' },
})

/** Earnings a share of every company, from 1 January on. */
export const t187ap14 = twseOpenApi.rows(summaryOfIncome, '/opendata/t187ap14_L', {
  role: 'witness',
  recorded: '.json',
})
