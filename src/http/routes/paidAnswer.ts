import { hash } from 'node:crypto'
import { type Language, problem } from '../../errors.ts'
import type { Values } from '../../fields.ts'
import { extensionsOf } from '../../pay/extensions.ts'
import type { Computed, PaidRequest } from '../../pay/paidRequest.ts'
import { askName, priceOfAnswer } from '../../pay/paymentTerms.ts'
import { warningLines } from '../../query/warnings.ts'
import { paidUses } from '../openapi/headers.ts'
import { paymentParameters } from '../openapi/parameters.ts'
import { paymentFailures } from '../openapi/payments.ts'
import { parseBody } from '../request/body.ts'
import { type RouteResponse, route } from '../route.ts'
import { sell } from '../rows/sale.ts'
import type { AgentServices, Services } from '../services.ts'
import { answerTo, askFields, askResult } from './ask.ts'

const path = `/v1/agent/${askName}`

/** The description of questions for catalogues of paid services. */
const discovery = extensionsOf({
  method: 'POST',
  parameters: { question: { type: 'string' }, max_rows: { type: 'integer' }, columns: { type: 'boolean' } },
  example: { question: '台積電近五日收盤價', max_rows: 5 },
  answer: { question: '', sql: '', engine: '', count: 0, data: [] },
})

/** The time to verify and to settle a payment, beside that of the question. */
const paymentMs = 30_000

type Question = {
  readonly raw: Buffer
  readonly type: string | undefined
  readonly sender: string
  readonly language: Language
}

/**
 * Identifies the bytes of an answer: one payment buys one answer. The language belongs to it, since warnings are texts.
 */
const choicesOf = ({ question, max_rows, columns, reading, include }: Values<typeof askFields>, language: Language) =>
  JSON.stringify([
    ...[question, max_rows, columns],
    ...(reading === undefined && include === undefined ? [] : [reading ?? null, include && language]),
  ])

/** The answer as it is stored, before it is paid for. */
async function computed(
  body: Values<typeof askFields>,
  { sender, language }: Question,
  signal: AbortSignal,
  services: Services,
): Promise<Computed> {
  const { headers, warnings = [], body: answer } = await answerTo(body, `address ${sender}`, signal, services, language)
  const lines = warningLines(warnings).flatMap((line) => ['X-Warning', line])
  return {
    body: Buffer.from(JSON.stringify(answer)),
    headers: ['Content-Type', 'application/json; charset=utf-8', ...Object.entries(headers).flat(), ...lines],
    dataVersion: headers['X-Data-Version'] ?? '',
  }
}

/** The question as the paywall sells it. */
function paidRequestOf(services: Services, agent: AgentServices, asked: Question, signal: AbortSignal) {
  const { raw, type, sender, language } = asked
  const offer = {
    url: `${services.baseUrl()}${path}`,
    description: 'Taiwan market data: the answer to a question in Chinese or English',
    price: priceOfAnswer(agent.terms),
    extensions: discovery,
  }
  const read = (): PaidRequest => {
    const body = parseBody(askFields, raw, type)
    const key = `${path} ${choicesOf(body, language)}`
    return {
      ...{ dataset: askName, sender, offer, key },
      // A question may be long, and the list of payments is for people.
      resource: `${path} ${hash('sha256', key).slice(0, 16)}`,
      claimMs: services.askMs + paymentMs,
      compute: () => computed(body, asked, signal, services),
    }
  }
  return { offered: { offer, sender }, read }
}

/** The answer to a question for a payment instead of a key. */
export const payForAnswer = route(`POST ${path}`, 'payForAnswer', {
  tag: 'agents',
  about: {
    en: 'The answer of POST /v1/ask, paid for by the call (x402) instead of with a key. A question without an answer costs nothing.',
    zh: '與 POST /v1/ask 相同的回答，以逐次付費（x402）取代金鑰。無法回答的問題不收費。',
  },
  description:
    'Without a payment the response is 402 with the terms, whatever the body. The question is answered before the payment is settled.',
  guide: {
    agents: [
      {
        en: '`POST /v1/agent/ask` sells the answer to a question as rows are sold: the body is that of `POST /v1/ask`, the price stands under `ask` in the price list, and a question that is not understood is a 422 and costs nothing.',
        zh: '`POST /v1/agent/ask` 以相同方式出售問題的回答：內容與 `POST /v1/ask` 相同，價格見價目表的 `ask`；看不懂的問題回傳 422，不收費。',
      },
    ],
  },
  auth: 'payment',
  head: paymentParameters,
  body: 'raw',
  rawBody: askFields,
  responses: {
    200: {
      description: 'The answer that was paid for',
      schema: askResult,
      headers: ['X-Data-Version', 'X-Data-Origin', 'X-Truncated?', 'X-Warning?', ...paidUses],
    },
  },
  // In the order of the other routes with these failures, so that the documents share their responses.
  fails: [
    'invalid_parameter',
    'not_understood',
    'ambiguous',
    'out_of_scope',
    'not_allowed',
    'query_too_expensive',
    'agent_disabled',
    ...paymentFailures,
    'unread_answers',
    'too_busy',
    'too_many_questions',
    'unavailable',
    'not_ready',
    'wrong_type',
  ],
  takes: ({ askMs }) => askMs + paymentMs,
  async handle({ raw, request, signal, language }, services): Promise<RouteResponse> {
    const { agent } = services
    if (!agent) throw problem('agent_disabled', [])
    const question = { raw, type: request.headers['content-type'], sender: request.address, language }
    const { offered, read } = paidRequestOf(services, agent, question, signal)
    const { body, headers: lines, onSent } = await sell(services, agent, request, offered, read)
    return { headers: {}, lines, body: body.toString(), release: () => void onSent() }
  },
})
