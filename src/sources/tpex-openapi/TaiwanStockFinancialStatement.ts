import { incomeStatements } from '../statements/income.ts'
import { statementLists } from '../statements/openapi.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

/** O is the OTC market, U the emerging board. */
export const t187ap06 = [
  ...statementLists(tpexOpenApi, '/mopsfin_t187ap06_O', incomeStatements, {
    role: 'cumulative',
    recorded: { bd: '.json' },
  }),
  ...statementLists(esbOpenApi, '/mopsfin_t187ap06_U', incomeStatements, { role: 'cumulative' }),
]
