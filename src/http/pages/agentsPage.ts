import { catalogue, find } from '../../catalogue/index.ts'
import { type AgentsData, agentsView, type PriceList } from '../../web/views/agents.ts'
import { paragraphsOf } from '../reference/texts.ts'
import type { Route } from '../route.ts'
import { handshakeOf } from './handshake.ts'
import { page } from './page.ts'

/** The page that shows how a program pays by the call: steps, a real exchange, prices, clients. */
export const agentsPage = (routes: readonly Route[]): Route =>
  page('/agents', {
    async load({ internal, services: { agent, now } }, { language }): Promise<AgentsData> {
      const { line, status, body } = await internal.send({ path: '/v1/agent', language })
      return {
        datasets: catalogue,
        sample: find('TaiwanStockPER')!,
        steps: paragraphsOf('paymentSteps', routes).map((step) => step[language]),
        line,
        prices: status === 200 ? (body as PriceList) : null,
        refusal: status === 200 ? null : (body as { detail: string }).detail,
        handshake: agent ? await handshakeOf(internal, agent, now()) : null,
      }
    },
    isLasting: ({ handshake }) => !handshake?.paid || handshake.paid.status === 200,
    view: agentsView,
  })
