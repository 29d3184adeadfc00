import type { Language } from '../../errors.ts'
import { exactly, listOf, oneOf, opened, optionally, positive, type Schema, string } from '../openapi/schema.ts'
import { readWarning, warningSchema } from '../warningList.ts'
import { headerOf, type ToolReply } from './backend.ts'

/** The result of a tool, as the protocol has it. */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

const decoded = (header: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(header, 'base64').toString()) as Record<string, unknown>

/** The settlement of a payment and its receipt, where x402 and readers look for them. */
function metaOf(reply: ToolReply): { _meta?: Record<string, unknown> } {
  const settled = headerOf(reply, 'payment-response')
  const receipt = headerOf(reply, 'x-receipt')
  const meta = {
    ...(settled === undefined ? {} : { 'x402/payment-response': decoded(settled) }),
    ...(receipt === undefined ? {} : { 'formosa/receipt': receipt }),
  }
  return Object.keys(meta).length === 0 ? {} : { _meta: meta }
}

const sentenceOf = ({
  code,
  param,
  values = [],
  try: tries = [],
  facts = {},
  detail = '',
}: ReturnType<typeof readWarning>): string => {
  const named = [
    ...(param === undefined ? [] : [param]),
    ...values,
    ...Object.entries(facts).map(([name, value]) => `${name}=${value}`),
  ]
  return [
    `${code}${named.length === 0 ? '' : ` (${named.join(' ')})`}: ${detail}`,
    ...(tries.some((word) => word !== '') ? [`try ${tries.join(', ')}`] : []),
  ].join(' ')
}

const simulated = {
  en: 'These rows are simulated by the market in a box; none of them is a real quotation.',
  zh: '此處資料為模擬市場所產生，並非真實行情。',
}

/** The response of a route as the result of a tool: its body unchanged, and the content of its headers. */
export function resultOf(
  reply: ToolReply,
  language: Language,
  notesOf: (body: Record<string, unknown>) => readonly string[] = () => [],
): ToolResult {
  if (reply.status >= 400) return errorOf(reply)
  const body = JSON.parse(reply.text) as Record<string, unknown>
  const warnings = reply.headers.filter(([name]) => name === 'x-warning').map(([, line]) => readWarning(line, language))
  const version = headerOf(reply, 'x-data-version')
  const origin = headerOf(reply, 'x-data-origin')
  const isTruncated = headerOf(reply, 'x-truncated') === 'true'
  const notes = [
    ...notesOf({ ...body, truncated: isTruncated }),
    ...warnings.map(sentenceOf),
    ...(origin === 'demo' ? [simulated[language]] : []),
  ]
  return {
    // The receipt of a payment holds for the text of the first block, byte by byte.
    content: [textBlock(reply.text), ...(notes.length > 0 ? [textBlock(notes.join('\n'))] : [])],
    structuredContent: {
      ...body,
      ...(isTruncated ? { truncated: true } : {}),
      ...(version === undefined ? {} : { data_version: version }),
      ...(origin === undefined ? {} : { data_origin: origin }),
      ...(warnings.length > 0 ? { warnings } : {}),
    },
    ...metaOf(reply),
  }
}

/** A result that no route has sent. */
export const ownResult = (body: Record<string, unknown>, notes: readonly string[] = []): ToolResult => ({
  content: [textBlock(JSON.stringify(body)), ...notes.map(textBlock)],
  structuredContent: body,
})

/** The body of a refusal; the address may lead to a server that is no service of ours. */
function refusalOf({ status, text }: ToolReply): Record<string, unknown> {
  try {
    const body = JSON.parse(text)
    if (typeof body === 'object' && body !== null && typeof body.detail === 'string') return body
  } catch {}
  return { detail: `The server answered ${status} without a reason.` }
}

/** The refusal of a route as a failed call: its code and sentence, and the terms of payment where it asks for one. */
export function errorOf(reply: ToolReply): ToolResult {
  const body = refusalOf(reply)
  const wait = Number(headerOf(reply, 'retry-after'))
  const challenge = headerOf(reply, 'payment-required')
  const { detail, code } = body
  const details = challenge === undefined ? body : { ...decoded(challenge), detail, code }
  const structuredContent = {
    ...details,
    status: reply.status,
    ...(wait > 0 && body.retry_after_seconds === undefined ? { retry_after_seconds: wait } : {}),
  }
  return {
    content: [textBlock(JSON.stringify(structuredContent))],
    structuredContent,
    isError: true,
    ...metaOf(reply),
  }
}

/** A failed call. It stands beside every output, since some clients compare failures with the schema too. */
const failureSchema: Schema = {
  type: 'object',
  description: 'Why the call failed',
  required: ['detail', 'status'],
  properties: {
    detail: string('One sentence that names the fix'),
    status: { type: 'integer', minimum: 400, maximum: 599 },
    code: string(),
    retry_after_seconds: positive('Wait so long before the next call'),
  },
}

/** Members that `resultOf` adds to the body of a route. */
const added = {
  truncated: { const: true, description: 'There are more rows than max_rows' },
  data_version: string(),
  data_origin: oneOf(['demo', 'live'], 'demo: the rows are simulated'),
  warnings: listOf(warningSchema),
}

/** The output schema of a tool: the properties of its answer, or a failure; both may gain members. */
export const outputOf = (members: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  anyOf: [opened(exactly('The answer', { ...members, ...optionally(added) })), failureSchema],
})
