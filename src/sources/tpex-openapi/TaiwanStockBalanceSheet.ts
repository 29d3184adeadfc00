import { balanceSheets } from '../statements/balance.ts'
import { statementLists } from '../statements/openapi.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

/** O is the OTC market, U the emerging board. */
export const t187ap07 = [
  ...statementLists(tpexOpenApi, '/mopsfin_t187ap07_O', balanceSheets, { recorded: { bd: '.json' } }),
  ...statementLists(esbOpenApi, '/mopsfin_t187ap07_U', balanceSheets),
]
