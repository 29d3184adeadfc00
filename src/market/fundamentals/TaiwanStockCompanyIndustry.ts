import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { industryName } from '../industries.ts'
import { isListedBy, type Security } from '../listing.ts'
import { orNull, readTable, words } from '../readTable.ts'
import { wholeTable } from '../table.ts'
import { boardAt } from './publication.ts'

/** The stages of an industry and its companies; the code where the platform of value chains has one. */
const valueChains = readTable('fundamentals/chains.tsv', {
  chain: String,
  code: orNull(String),
  segment: String,
  position: String,
  companies: words,
})

export const companyIndustry = wholeTable(TaiwanStockCompanyIndustry, (world, push) => {
  const newest = world.calendar.days[world.through]!
  const listed = world.securities.filter((security) => isListedBy(security, newest))
  const rowOf = (security: Security) => ({
    stock_id: security.id,
    as_of_date: newest,
    stock_name: security.name,
    market: boardAt(security, newest),
  })
  const known = new Map(listed.map((security) => [security.id, security]))
  for (const security of listed) {
    const name = industryName(security)
    if (name === null) continue
    push({
      ...rowOf(security),
      classification: 'official',
      industry_code: security.industry,
      industry_category: name,
      sub_industry: '',
      chain_position: null,
    })
  }
  for (const { chain, code, segment, position, companies } of valueChains)
    for (const id of companies) {
      const security = known.get(id)
      if (!security) continue
      push({
        ...rowOf(security),
        classification: 'value_chain',
        industry_code: code,
        industry_category: chain,
        sub_industry: segment,
        chain_position: position,
      })
    }
})
