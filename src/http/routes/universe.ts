import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { taipeiInstant } from '../../days.ts'
import { notReady } from '../../errors.ts'
import { optional } from '../../fields.ts'
import { find, take } from '../../query/find.ts'
import type { Row } from '../../query/formats/page.ts'
import { parameters, readParameters } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import * as schema from '../openapi/schema.ts'
import { assertNotAfter } from '../request/instant.ts'
import { collectFaults, faultOf, splitQuery } from '../request/query.ts'
import { route } from '../route.ts'
import { includedWarnings, warningsSchema } from '../warningList.ts'

const { market, security_type, industry_category } = TaiwanStockOverview.columns
const filters = {
  market: optional(market),
  type: optional(security_type),
  industry: optional(industry_category),
} as const
const columnOf = { market: 'market', type: 'security_type', industry: 'industry_category' } as const
const query = { as_of: parameters.as_of, ...filters, include: parameters.include } as const

/** The securities that are listed, or were at an instant. */
export const universe = route('GET /v1/universe', 'universe', {
  tag: 'data',
  about: {
    en: `The securities that are listed, or were listed at \`as_of\`, under the names, industries and markets of then: the rows of ${TaiwanStockOverview.name} on one page.`,
    zh: `目前（或 \`as_of\` 當時）掛牌的證券，名稱、產業與市場別皆為當時的內容：即 ${TaiwanStockOverview.name} 的資料列，一次全部回傳。`,
  },
  auth: 'key',
  partOf: () => TaiwanStockOverview,
  query,
  responses: {
    200: {
      description: 'The securities by code',
      schema: schema.object('Universe', 'The securities that were listed', {
        as_of: schema.orNull('string', 'The instant that was asked for; null for the present'),
        count: schema.count('Number of securities in data'),
        data: schema.listOf({ type: 'object', description: `Rows of ${TaiwanStockOverview.name}` }),
        'warnings?': warningsSchema,
      }),
      headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning?'],
    },
  },
  fails: ['not_ready'],
  async handle({ query: given, request, language }, { library, now, pageWaiter }) {
    const { faults } = splitQuery(request.query, Object.keys(query))
    const { as_of, include } = given
    const raw = { ...(as_of === undefined ? {} : { as_of }), ...(include === undefined ? {} : { include }) }
    const parsed = readParameters(TaiwanStockOverview, raw, faults)
    assertNotAfter(now, parsed.query.asOf, faults)
    collectFaults(faults)
    await pageWaiter.wait(TaiwanStockOverview.name)
    const pages = library.current()
    if (!pages || pages.missing.includes(TaiwanStockOverview.name)) throw notReady()
    const found = await whenHere(library, () => {
      const streams = find(library.reader, pages, TaiwanStockOverview, parsed.query)
      const page = take(library.reader, streams, null, Number.POSITIVE_INFINITY)
      const bytes = Buffer.allocUnsafe(page.length)
      for (const _ of page.copy(bytes, 0));
      const rows = page.length === 0 ? [] : (JSON.parse(`[${bytes.toString('utf8', 0, page.length - 2)}]`) as Row[])
      return { rows, warnings: streams.warnings.filter(({ code }) => code !== 'inactive_hidden') }
    })
    const wanted = Object.entries(columnOf).filter(([name]) => given[name as keyof typeof columnOf] !== undefined)
    const data = found.rows
      .filter((row) => wanted.every(([name, column]) => row[column] === given[name as keyof typeof columnOf]))
      .sort((a, b) => (String(a.stock_id) < String(b.stock_id) ? -1 : 1))
    const industries = [
      ...new Set(found.rows.flatMap((row) => (row.industry_category === null ? [] : [String(row.industry_category)]))),
    ]
    if (given.industry && found.rows.length > 0 && !industries.includes(given.industry))
      throw faultOf('industry', {
        en: `must be one of ${industries.sort().join(', ')}`,
        zh: `須為 ${industries.sort().join('、')} 其中之一`,
      })
    const { asOf } = parsed.query
    return {
      headers: { 'X-Data-Version': pages.version, 'X-Data-Origin': pages.origin },
      warnings: found.warnings,
      body: {
        as_of: asOf && taipeiInstant(asOf),
        count: data.length,
        data,
        ...(parsed.hasWarnings ? includedWarnings('warnings', found.warnings, language) : {}),
      },
    }
  },
})
