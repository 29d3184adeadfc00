import { type Feed, get } from '../feed.ts'
import { balanceSheets } from '../statements/balance.ts'
import { openApiStatements, templates } from '../statements/openapi.ts'
import { esbOpenApi, tpexOpenApi } from './response.ts'

const recording: Readonly<Record<string, string>> = { O_bd: 'tpex-openapi/mopsfin_t187ap07_O_bd.json' }

/** One list a board and kind of business: O for the OTC market, U for the emerging board. */
export const t187ap07: readonly Feed[] = (['O', 'U'] as const).flatMap((board) =>
  templates.map((template) =>
    (board === 'O' ? tpexOpenApi : esbOpenApi).feed(balanceSheets, {
      endpoint: `mopsfin_t187ap07_${board}_${template}`,
      span: 'latest',
      request: () => get(`/mopsfin_t187ap07_${board}_${template}`),
      parse: openApiStatements(balanceSheets),
      recording: recording[`${board}_${template}`] ?? null,
    }),
  ),
)
