import { catalogue } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { priceList } from '../../pay/priceList.ts'
import { route } from '../route.ts'

export const agentPrices = route({
  method: 'GET',
  path: '/v1/agent',
  about: 'What agents pay and how: mode, network, token, address to pay, price of each dataset, key of the receipts.',
  auth: 'open',
  query: {},
  fails: ['agent_disabled'],
  async handle(_, { agent }) {
    if (!agent) throw problem('agent_disabled', [])
    return { body: priceList(agent.terms, agent.receipts, catalogue) }
  },
})
