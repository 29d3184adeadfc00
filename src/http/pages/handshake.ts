import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Requirement, signPayment } from '../../pay/buyer.ts'
import type { Handshake } from '../../web/views/agents.ts'
import type { AgentServices, House } from '../services.ts'

/** The request that is bought on the page for agents. */
const boughtPath = '/v1/agent/TaiwanStockPER?stock_id=2330&limit=2'

const decode = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64').toString())

const mostTries = 15

/** Asks for a page of rows and, where money is worth nothing, pays for it. */
async function shakeHands(house: House, { demonstrationKey: key }: AgentServices, now: Date): Promise<Handshake> {
  const unpaid = await house.send({ path: boughtPath, isWithoutKey: true })
  const terms = decode(unpaid.headers['payment-required']!)
  const demand = { line: unpaid.line, status: unpaid.status, terms }
  if (key === null) return { ...demand, paid: null }
  const [requirement] = terms.accepts as Requirement[]
  const identifier = `formosa-page-${randomBytes(12).toString('hex')}`
  const signature = signPayment(terms, requirement!, key, identifier, now.getTime())
  for (let tries = 0; ; tries++) {
    const { status, headers, body } = await house.send({
      path: boughtPath,
      isWithoutKey: true,
      headers: { 'payment-signature': signature },
    })
    // A pending payment is sent again unchanged.
    if (status === 503 && tries < mostTries) {
      await sleep(1_000 * Math.min(2, Number(headers['retry-after'] ?? 1)))
      continue
    }
    const response = headers['payment-response']
    const settlement = response === undefined ? null : decode(response)
    return { ...demand, paid: { signature, payment: decode(signature), status, headers, settlement, body } }
  }
}

const made = new WeakMap<AgentServices, Promise<Handshake>>()

/** The handshake of this thread; it is made once, since each one is a payment in the books. */
export function handshakeOf(house: House, agent: AgentServices, now: Date): Promise<Handshake> {
  const found = made.get(agent) ?? shakeHands(house, agent, now)
  made.set(agent, found)
  const forget = (): boolean => made.delete(agent)
  found.then(({ paid }) => {
    if (paid && paid.status !== 200) forget()
  }, forget)
  return found
}
