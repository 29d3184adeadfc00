import { get } from '../feed.ts'
import { openApiRows, undated } from '../openapi.ts'
import type { Reading } from '../rows.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

/** The two lists of companies, OTC and of the emerging board, which several datasets are read from. */
export const companyLists = (otc: Reading, emerging: Reading) => ({
  t187ap03: tpexOpenApi(otc, {
    endpoint: 'mopsfin_t187ap03_O',
    span: 'latest',
    request: () => get('/mopsfin_t187ap03_O'),
    parse: openApiRows(otc, undated),
  }),
  t187ap03Esb: esbOpenApi(emerging, {
    endpoint: 'mopsfin_t187ap03_R',
    span: 'latest',
    request: () => get('/mopsfin_t187ap03_R'),
    parse: openApiRows(emerging, undated),
  }),
})
