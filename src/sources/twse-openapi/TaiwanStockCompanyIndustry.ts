import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { officialIndustry } from '../exchange/officialIndustry.ts'
import { twseOpenApi } from './response.ts'

const industries = officialIndustry(TaiwanStockCompanyIndustry, 'TWSE')

export const t187ap03 = twseOpenApi.rows(industries, '/opendata/t187ap03_L', { recorded: '.json.gz' })
