import { nicknames } from '../../ask/reader/lexicon.ts'
import type { Language } from '../../errors.ts'
import { type Fetched, numeric, text } from '../../web/fetched.ts'
import type { Listed } from '../../web/stockList.ts'
import { changeOf } from '../../web/today.ts'
import { wordsOf } from '../../web/words/words.ts'
import type { Services } from '../services.ts'

/** The English name of a security, where one is known. */
export const englishName = (id: string): string | null =>
  nicknames.get(id)?.find((name) => /^[A-Za-z][\x20-\x7e]*$/.test(name)) ?? null

type Securities = { readonly listed: readonly Listed[]; readonly overview: Fetched; readonly prices: Fetched }

/** Pages of 10,000 rows: more than the market has securities. */
const mostPages = 5

async function readSecurities({ internal, manifest }: Services, language: Language): Promise<Securities> {
  const { names, stocks } = wordsOf(language)
  const day = manifest()!.through
  const [overview, prices] = await Promise.all([
    internal.rows('TaiwanStockOverview', { include_inactive: 'true', limit: 10_000 }, mostPages),
    internal.rows('TaiwanStockPrice', { start_date: day, end_date: day, limit: 10_000 }, mostPages),
  ])
  const byId = new Map(prices.rows.map((row) => [text(row.stock_id), row]))
  const listed = overview.rows.map((row): Listed => {
    const id = text(row.stock_id)
    const type = text(row.security_type)
    const industry = row.industry_code === null ? null : text(row.industry_code)
    const price = byId.get(id)
    const { change, share } = changeOf(price)
    const market = text(row.market)
    return {
      id,
      name: text(row.stock_name),
      english: englishName(id),
      also: nicknames.get(id) ?? [],
      market,
      marketLabel: names.markets[market] ?? market,
      type,
      industry,
      industryLabel:
        industry === null
          ? (names.securities[type] ?? type)
          : (names.industries[industry] ?? text(row.industry_category)),
      note: row.is_active === false ? stocks.delisted(text(row.delisting_date)) : '',
      isActive: row.is_active !== false,
      close: numeric(price?.close),
      change,
      percent: share,
      volume: numeric(price?.volume),
    }
  })
  return { listed, overview, prices }
}

const kept = new Map<Language, { readonly version: string; readonly securities: Promise<Securities> }>()

/** All securities with their newest prices; they are read once for each version. */
export function securitiesOf(services: Services, language: Language): Promise<Securities> {
  const version = services.manifest()!.version
  const known = kept.get(language)
  if (known?.version === version) return known.securities
  const securities = readSecurities(services, language)
  kept.set(language, { version, securities })
  const forget = (): boolean => kept.get(language)?.securities === securities && kept.delete(language)
  securities.then(({ overview, prices }) => (overview.failure ?? prices.failure) && forget(), forget)
  return securities
}
