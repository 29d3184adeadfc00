import { boolean, integer, line, optional, withDefault } from '../../fields.ts'
import * as schema from '../openapi/schema.ts'
import { route } from '../route.ts'

const query = {
  q: optional(
    line(
      'Code, or words of a name in Chinese or English: 2330, 台積電, TSMC; all securities when left out',
      '代號，或中文、英文名稱中的字詞：2330、台積電、TSMC；省略則列出全部',
      { min: 1, max: 100 },
    ),
  ),
  limit: withDefault(integer('Most securities, 10 when left out', '最多筆數，預設 10', { min: 1, max: 100 }), 10),
  include_inactive: withDefault(
    boolean('True: delisted securities and expired bonds too', '為 true 時包含已下市證券與已到期債券'),
    false,
  ),
} as const

export const findSecurities = route('GET /v1/securities', 'findSecurities', {
  tag: 'data',
  about: {
    en: 'Finds securities and convertible bonds by code, Chinese or English name, or nickname. Free, needs no key.',
    zh: '以代號、中英文名稱或俗稱尋找證券與可轉債。免費，不需金鑰。',
  },
  auth: 'open',
  query,
  responses: {
    200: {
      description: 'The securities, best first',
      schema: schema.object('Securities', 'Securities by their names', {
        count: schema.count('Number of securities in data'),
        total: schema.count('Number of securities found'),
        data: schema.listOf(
          schema.exactly('A security', {
            stock_id: schema.string('Its code, as the parameter stock_id takes it'),
            name: schema.string('Its Chinese name'),
            english_name: schema.orNull('string', 'Its English name; null where none is known'),
            market: schema.string('TWSE, TPEX or ESB'),
            type: schema.string('security_type of TaiwanStockOverview, or bond for a convertible bond'),
            is_active: { type: 'boolean', description: 'False for a delisted security or an expired bond' },
          }),
        ),
      }),
      headers: ['X-Data-Version', 'X-Data-Origin'],
    },
  },
  fails: ['not_ready'],
  async handle({ query: { q = '', limit, include_inactive: hasInactive } }, services) {
    // A command that offers the tools of a service has none of the names.
    const { searchSecurities } = await import('./searchSecurities.ts')
    const { version, origin, total, data } = await searchSecurities(services, q, limit, hasInactive)
    return {
      headers: { 'X-Data-Version': version, 'X-Data-Origin': origin },
      body: { count: data.length, total, data },
    }
  },
})
