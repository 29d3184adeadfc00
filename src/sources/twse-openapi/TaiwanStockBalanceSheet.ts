import { balanceSheets } from '../statements/balance.ts'
import { statementLists } from '../statements/openapi.ts'
import { twseOpenApi } from './response.ts'

export const t187ap07 = statementLists(twseOpenApi, '/opendata/t187ap07_L', balanceSheets, {
  recorded: { basi: '.json', ci: '.json.gz', ins: '.json', mim: '.json' },
})
