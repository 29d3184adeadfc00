import { TaiwanStockPriceAdj } from '../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { problem } from '../../errors.ts'
import { line } from '../../fields.ts'
import { unknownIds } from '../../query/unknownIds.ts'
import { route } from '../route.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export const explainPrices = route({
  method: 'GET',
  path: `/v1/data/${TaiwanStockPriceAdj.name}/explain`,
  about:
    'The corporate actions that the adjusted prices of one stock are made of, newest first, each with its factor and the row it comes from. Needs a key of the Lite tier.',
  auth: 'key',
  partOf: () => TaiwanStockPriceAdj,
  query: {
    stock_id: line('Code of one stock', '一檔證券的代號', { min: 1, max: 20, pattern: /^[^\s,]+$/ }),
  },
  fails: ['invalid_parameter', 'not_ready'],
  async handle({ query: { stock_id }, caller }, { library, ledger }) {
    const notReady = () => problem('not_ready', [], { headers: { 'Retry-After': '5' } })
    const version = library.current()
    if (!version) throw notReady()
    let entries: string | null
    try {
      entries = ledger(version.version, stock_id)
    } catch (error) {
      throw isMissing(error) ? notReady() : error
    }
    const data = entries === null ? [] : JSON.parse(entries)
    const isKnown = (id: string): boolean => ledger(version.version, id) !== null
    const warnings = entries === null ? unknownIds(TaiwanStockPriceAdj, [stock_id], isKnown) : []
    return {
      headers: { 'X-Data-Version': version.version, 'X-Data-Origin': version.origin },
      warnings,
      body: { dataset: TaiwanStockPriceAdj.name, tier_used: caller.tier, stock_id, count: data.length, data },
    }
  },
})
