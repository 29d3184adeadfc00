import { type Feed, get } from '../feed.ts'
import { balanceSheets } from '../statements/balance.ts'
import { openApiStatements, templates } from '../statements/openapi.ts'
import { twseOpenApi } from './response.ts'

/** One list a kind of business. */
export const t187ap07: readonly Feed[] = templates.map((template) =>
  twseOpenApi.feed(balanceSheets, {
    endpoint: `t187ap07_L_${template}`,
    span: 'latest',
    request: () => get(`/opendata/t187ap07_L_${template}`),
    parse: openApiStatements(balanceSheets),
    recording: ['basi', 'ci', 'ins', 'mim'].includes(template)
      ? `twse-openapi/opendata_t187ap07_L_${template}.json${template === 'ci' ? '.gz' : ''}`
      : null,
  }),
)
