import { hash } from 'node:crypto'
import { type Code, type Language, problem } from '../../errors.ts'
import type { Fields, Values } from '../../fields.ts'
import type { extensionsOf } from '../../pay/extensions.ts'
import type { Computed, PaidRequest } from '../../pay/paidRequest.ts'
import { priceOfAnswer } from '../../pay/paymentTerms.ts'
import { warningLines } from '../../query/warnings.ts'
import { type HeaderUse, paidUses } from '../openapi/headers.ts'
import { paymentParameters } from '../openapi/parameters.ts'
import { paymentFailures } from '../openapi/payments.ts'
import type { Schema } from '../openapi/schema.ts'
import { parseBody } from '../request/body.ts'
import { type Route, type RouteResponse, route } from '../route.ts'
import type { AgentServices, Services } from '../services.ts'
import { sell } from './sale.ts'

/** The time to verify and to settle a payment, beside that of the answer. */
const paymentMs = 30_000

/** A request whose answer is sold. */
type Sold = {
  readonly raw: Buffer
  readonly type: string | undefined
  readonly accept: string | undefined
  /** The sender in whose turn the answer is made. */
  readonly sender: string
  readonly language: Language
}

/** What is sold by the answer: a body is sent, and one payment buys one answer to it. */
type Sale<B extends Fields> = Pick<Route, 'about' | 'description' | 'guide'> & {
  /** Its name in the path, and in the ledger in the place of a dataset. */
  readonly name: string
  readonly id: string
  /** In a sentence, for catalogues of paid services. */
  readonly summary: string
  readonly discovery: ReturnType<typeof extensionsOf>
  readonly fields: B
  /** Identifies the bytes of the answer. */
  readonly choicesOf: (body: Values<B>, sold: Sold) => string
  readonly answer: (
    body: Values<B>,
    sold: Sold,
    signal: AbortSignal,
    services: Services,
  ) => Promise<RouteResponse & { readonly headers: Readonly<Record<string, string>> }>
  readonly result: Schema
  readonly otherTypes?: Readonly<Record<string, Schema>>
  readonly headers: readonly HeaderUse[]
  readonly fails: readonly Code[]
}

/** The answer as it is stored, before it is paid for. */
async function computed<B extends Fields>(
  { answer }: Sale<B>,
  body: Values<B>,
  sold: Sold,
  signal: AbortSignal,
  services: Services,
): Promise<Computed> {
  const { headers, warnings = [], body: made } = await answer(body, sold, signal, services)
  const lines = warningLines(warnings).flatMap((line) => ['X-Warning', line])
  const isMade = typeof made === 'string' || made instanceof Buffer
  return {
    body: Buffer.from(isMade ? (made as string) : JSON.stringify(made)),
    headers: [
      ...(headers['Content-Type'] ? [] : ['Content-Type', 'application/json; charset=utf-8']),
      ...Object.entries(headers).flat(),
      ...lines,
    ],
    dataVersion: headers['X-Data-Version'] ?? '',
  }
}

/** A route that sells answers by the call (x402). */
export function soldAnswer<const B extends Fields>(sale: Sale<B>): Route {
  const {
    name,
    id,
    about,
    description,
    guide,
    summary,
    discovery: extensions,
    fields,
    choicesOf,
    result,
    headers,
  } = sale
  const path = `/v1/agent/${name}` as const

  /** The request as the paywall sells it. */
  function paidRequestOf(services: Services, { terms }: AgentServices, sold: Sold, signal: AbortSignal) {
    const { raw, type, sender } = sold
    const offer = {
      ...{ url: `${services.baseUrl()}${path}`, description: summary },
      ...{ price: priceOfAnswer(terms), extensions },
    }
    const read = (): PaidRequest => {
      const body = parseBody(fields, raw, type)
      const key = `${path} ${choicesOf(body, sold)}`
      return {
        ...{ dataset: name, sender, offer, key },
        // A body may be long, and the list of payments is for people.
        resource: `${path} ${hash('sha256', key).slice(0, 16)}`,
        claimMs: services.askMs + paymentMs,
        compute: () => computed(sale, body, sold, signal, services),
      }
    }
    return { offered: { offer, sender }, read }
  }

  return route(`POST ${path}`, id, {
    tag: 'agents',
    ...{ about, ...(description ? { description } : {}), ...(guide ? { guide } : {}) },
    auth: 'payment',
    head: paymentParameters,
    body: 'raw',
    rawBody: fields,
    responses: {
      200: {
        description: 'The answer that was paid for',
        schema: result,
        ...(sale.otherTypes ? { otherTypes: sale.otherTypes } : {}),
        headers: [...headers, ...paidUses],
      },
    },
    // In the order of the other routes with these failures, so that the documents share their responses.
    fails: [
      ...['invalid_parameter' as const, ...sale.fails, 'agent_disabled' as const, ...paymentFailures],
      ...['unread_answers', 'too_busy', 'too_many_questions', 'unavailable', 'not_ready', 'wrong_type'],
    ] as Code[],
    takes: ({ askMs }) => askMs + paymentMs,
    async handle({ raw, request, signal, language }, services): Promise<RouteResponse> {
      const { agent } = services
      if (!agent) throw problem('agent_disabled', [])
      const { accept, 'content-type': type } = request.headers
      const sold = { raw, type, accept, sender: request.address, language }
      const { offered, read } = paidRequestOf(services, agent, sold, signal)
      const { body, headers: lines, onSent } = await sell(services, agent, request, offered, read)
      return { headers: {}, lines, body, release: () => void onSent() }
    },
  })
}
