import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import type { Market } from '../feed.ts'
import { constant, type Reading, whole } from '../reading.ts'
import { companies, companyLists, companyTitles } from './companies.ts'

/** The industry that the exchange puts a company in. */
const officialIndustry = (market: Market): Reading => {
  const { listed, ignore, industry } = companyTitles[market]
  return whole(
    TaiwanStockCompanyIndustry,
    { ...companies(market), classification: constant('official'), sub_industry: constant(''), chain_position: null },
    {
      ignore: [...ignore, listed],
      leave: [['companies without an industry', industry, (code) => code.trim() === '' || code.trim() === '00']],
    },
  )
}

export const industries = companyLists(officialIndustry)
