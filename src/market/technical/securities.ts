import { industryName } from '../industries.ts'
import { isListedBy, marketAt, type Security } from '../listing.ts'
import type { World } from '../world.ts'

/** The columns that the list of securities has with and without warrants. */
export const securityRow = (security: Security, newest: number) => {
  const { id, name, type, industry, isin, cfi, listed, transferred, delisted } = security
  const isDelisted = delisted !== null && delisted <= newest
  return {
    stock_id: id,
    stock_name: name,
    market: marketAt(security, newest),
    security_type: type,
    industry_code: industry,
    industry_category: industryName(security),
    isin_code: isin,
    cfi_code: cfi,
    // Before a move the date on the old market is not recorded.
    listing_date: transferred !== null && newest < transferred ? null : listed,
    delisting_date: isDelisted ? delisted : null,
    is_active: !isDelisted,
    as_of_date: newest,
  }
}

/** Securities that are or were listed at the newest day. */
export const listedSecurities = ({ securities, calendar, through }: World): Security[] =>
  securities.filter((security) => isListedBy(security, calendar.days[through]!))
