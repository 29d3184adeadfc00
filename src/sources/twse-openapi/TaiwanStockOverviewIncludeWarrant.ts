import { companiesAndWarrants } from '../exchange/companies.ts'
import { warrants } from '../exchange/warrants.ts'
import { twseOpenApi } from './response.ts'

export const t187ap03 = twseOpenApi.rows(companiesAndWarrants('TWSE'), '/opendata/t187ap03_L', {
  recorded: '.json.gz',
})

/** Terms of warrants, which the registry lacks. */
export const t187ap37 = twseOpenApi.rows(warrants('TWSE'), '/opendata/t187ap37_L', { choice: 'beside' })
