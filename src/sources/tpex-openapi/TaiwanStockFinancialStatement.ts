import { type Feed, get } from '../feed.ts'
import { incomeStatements } from '../statements/income.ts'
import { openApiStatements, templates } from '../statements/openapi.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

const recording: Readonly<Record<string, string>> = { O_bd: 'tpex-openapi/mopsfin_t187ap06_O_bd.json' }

/** One list a board and kind of business: O for the OTC market, U for the emerging board. */
export const t187ap06: readonly Feed[] = (['O', 'U'] as const).flatMap((board) =>
  templates.map((template) =>
    (board === 'O' ? tpexOpenApi : esbOpenApi).feed(incomeStatements, {
      endpoint: `mopsfin_t187ap06_${board}_${template}`,
      role: 'cumulative',
      span: 'latest',
      request: () => get(`/mopsfin_t187ap06_${board}_${template}`),
      parse: openApiStatements(incomeStatements),
      recording: recording[`${board}_${template}`] ?? null,
    }),
  ),
)
