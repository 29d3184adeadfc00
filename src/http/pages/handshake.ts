import { randomBytes } from 'node:crypto'
import { type Requirement, signPayment } from '../../pay/buyer.ts'
import { settles } from '../../pay/paymentTerms.ts'
import type { Handshake } from '../../web/views/agents.ts'
import type { AgentServices, InternalClient } from '../services.ts'

/** The request that is bought on the page for agents. */
const boughtPath = '/v1/agent/TaiwanStockPER?stock_id=2330&limit=2'

const decode = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64').toString())

/** Requests a page of rows and, where no money moves, pays for it with a new wallet. */
async function shakeHands(internal: InternalClient, agent: AgentServices, now: Date): Promise<Handshake> {
  const unpaid = await internal.send({ path: boughtPath, isWithoutKey: true })
  const terms = decode(unpaid.headers['payment-required']!)
  const demand = { line: unpaid.line, status: unpaid.status, terms }
  if (settles(agent.terms)) return { ...demand, paid: null }
  const [requirement] = terms.accepts as Requirement[]
  const [key, identifier] = [32, 12].map((bytes) => randomBytes(bytes).toString('hex'))
  const signature = signPayment(terms, requirement!, `0x${key}`, `formosa-page-${identifier}`, now.getTime())
  const { status, headers, body } = await internal.send({
    path: boughtPath,
    isWithoutKey: true,
    headers: { 'payment-signature': signature },
  })
  return { ...demand, paid: { signature, payment: decode(signature), status, headers, body } }
}

const made = new WeakMap<AgentServices, Promise<Handshake>>()

/** The handshake of this thread; it is made once, since each one is a payment in the books. */
export function handshakeOf(internal: InternalClient, agent: AgentServices, now: Date): Promise<Handshake> {
  const found = made.get(agent) ?? shakeHands(internal, agent, now)
  made.set(agent, found)
  const forget = (): boolean => made.delete(agent)
  found.then(({ paid }) => {
    if (paid && paid.status !== 200) forget()
  }, forget)
  return found
}
