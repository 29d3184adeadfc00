import { TaiwanStockCompanyIndustry } from '../../catalogue/fundamentals/TaiwanStockCompanyIndustry.ts'
import { isListedBy, type Security } from '../listing.ts'
import { wholeTable } from '../table.ts'
import { chainCodes, chains } from './chains.ts'
import { industryName } from './industries.ts'
import { boardAt } from './publication.ts'

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
    const name = industryName(security.industry)
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
  for (const [name, segments] of Object.entries(chains))
    for (const [sub, position, companies] of segments)
      for (const id of companies.split(' ')) {
        const security = known.get(id)
        if (!security) continue
        push({
          ...rowOf(security),
          classification: 'value_chain',
          industry_code: chainCodes[name] ?? null,
          industry_category: name,
          sub_industry: sub,
          chain_position: position,
        })
      }
})
