import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { officialIndustry } from '../exchange/officialIndustry.ts'
import { companyLists } from './companyLists.ts'

const [otc, emerging] = [
  officialIndustry(TaiwanStockCompanyIndustry, 'TPEX'),
  officialIndustry(TaiwanStockCompanyIndustry, 'ESB'),
]

export const { t187ap03, t187ap03Esb } = companyLists(otc, emerging)
