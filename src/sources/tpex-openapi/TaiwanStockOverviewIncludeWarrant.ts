import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { companies, companyOptions } from '../exchange/companies.ts'
import { noWarrant, warrants } from '../exchange/warrants.ts'
import { constant } from '../mapping.ts'
import { undated } from '../openapi.ts'
import { whole } from '../rows.ts'
import { companyLists } from './companyLists.ts'
import { tpexOpenApi } from './response.ts'

const listed = (market: 'TPEX' | 'ESB') =>
  whole(
    TaiwanStockOverviewIncludeWarrant,
    {
      ...companies(market),
      ...noWarrant,
      isin_code: null,
      cfi_code: null,
      delisting_date: null,
      is_active: constant(true),
    },
    companyOptions(market),
  )
const [otc, emerging] = [listed('TPEX'), listed('ESB')]

export const { t187ap03, t187ap03Esb } = companyLists(otc, emerging)

const issued = warrants('TPEX')

/** Warrants. */
export const t187ap37 = tpexOpenApi.rows(issued, '/mopsfin_t187ap37_O', undated)
