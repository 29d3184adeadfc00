import type { Reading } from '../reading.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

/** The two lists of companies, OTC and of the emerging board, which several datasets are read from. */
export const companyLists = (otc: Reading, emerging: Reading) => ({
  t187ap03: tpexOpenApi.rows(otc, '/mopsfin_t187ap03_O'),
  t187ap03Esb: esbOpenApi.rows(emerging, '/mopsfin_t187ap03_R'),
})
