import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { companies, companyOptions } from '../exchange/companies.ts'
import { noWarrant, warrants } from '../exchange/warrants.ts'
import { constant } from '../mapping.ts'
import { undated } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './response.ts'

const listed = whole(
  TaiwanStockOverviewIncludeWarrant,
  {
    ...companies('TWSE'),
    ...noWarrant,
    isin_code: null,
    cfi_code: null,
    delisting_date: null,
    is_active: constant(true),
  },
  companyOptions('TWSE'),
)

/** Companies. */
export const t187ap03 = twseOpenApi.rows(listed, '/opendata/t187ap03_L', undated, { recorded: '.json.gz' })

const issued = warrants('TWSE')

/** Warrants. */
export const t187ap37 = twseOpenApi.rows(issued, '/opendata/t187ap37_L', undated)
