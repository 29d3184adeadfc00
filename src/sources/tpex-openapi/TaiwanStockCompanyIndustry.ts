import { officialIndustry } from '../exchange/officialIndustry.ts'
import { companyLists } from './companyLists.ts'

export const t187ap03 = companyLists(officialIndustry)
