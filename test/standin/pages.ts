import { fixturePages } from './fixtures.ts'
import { americanPages } from './macro/american.ts'
import { cbcPages } from './macro/cbc.ts'
import { ndcPages } from './macro/ndc.ts'
import { worldPages } from './macro/world.ts'
import { filingPages } from './mops/filings.ts'
import { statementPages } from './mops/statements.ts'
import { tpexChipLists } from './openapi/tpexChips.ts'
import { tpexEventLists } from './openapi/tpexEvents.ts'
import { tpexPriceLists } from './openapi/tpexPrices.ts'
import { twseEventLists } from './openapi/twseEvents.ts'
import { twsePriceLists } from './openapi/twsePrices.ts'
import type { Page, ReceivedRequest } from './page.ts'
import { companyPages } from './registry/companies.ts'
import { registryPages } from './registry/securities.ts'
import { dailyPages } from './taifex/daily.ts'
import { positionPages } from './taifex/positions.ts'
import { settlementPages } from './taifex/settlements.ts'
import { chipPages as tpexChips } from './tpex/chips.ts'
import { eventPages as tpexEvents } from './tpex/events.ts'
import { pricePages as tpexPrices } from './tpex/prices.ts'
import { chipPages } from './twse/chips.ts'
import { creditPages } from './twse/credit.ts'
import { eventPages } from './twse/events.ts'
import { lookUpPages } from './twse/lookUp.ts'
import { pricePages } from './twse/prices.ts'

/** Every answer: made from the market in a box, or taken from the fixtures. */
const pages: readonly Page[] = [
  ...pricePages,
  ...lookUpPages,
  ...chipPages,
  ...creditPages,
  ...eventPages,
  ...tpexPrices,
  ...tpexChips,
  ...tpexEvents,
  ...dailyPages,
  ...positionPages,
  ...settlementPages,
  ...twsePriceLists,
  ...twseEventLists,
  ...tpexPriceLists,
  ...tpexChipLists,
  ...tpexEventLists,
  ...americanPages,
  ...cbcPages,
  ...worldPages,
  ...ndcPages,
  ...registryPages,
  ...companyPages,
  ...filingPages,
  ...statementPages,
  ...fixturePages,
]

const isFor =
  ({ publisher, path, fields }: ReceivedRequest) =>
  (page: Page): boolean =>
    page.publisher === publisher &&
    (typeof page.path === 'string' ? page.path === path : page.path.test(path)) &&
    Object.entries(page.when ?? {}).every(([name, value]) => fields[name] === value)

/** Undefined where nobody here answers that. */
export const pageFor = (question: ReceivedRequest): Page | undefined => pages.find(isFor(question))
