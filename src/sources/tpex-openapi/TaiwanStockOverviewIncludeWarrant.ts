import { companiesAndWarrants } from '../exchange/companies.ts'
import { warrants } from '../exchange/warrants.ts'
import { companyLists } from './companyLists.ts'
import { tpexOpenApi } from './response.ts'

export const t187ap03 = companyLists(companiesAndWarrants)

/** Terms of warrants, which the registry lacks. */
export const t187ap37 = tpexOpenApi.rows(warrants('TPEX'), '/mopsfin_t187ap37_O', { choice: 'beside' })
