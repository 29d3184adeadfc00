import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { officialIndustry } from '../exchange/officialIndustry.ts'
import { companyLists } from './companyLists.ts'

export const t187ap03 = companyLists((market) => officialIndustry(TaiwanStockCompanyIndustry, market))
