import { anthropic } from './anthropic.ts'
import type { Usage } from './budget.ts'
import { openai } from './openai.ts'
import type { Protocol } from './protocol.ts'

export const protocols: Readonly<Record<'openai' | 'anthropic', Protocol>> = { openai, anthropic }
export type Provider = keyof typeof protocols

/** A server's answer; small, whatever came. */
export type Read =
  | { readonly kind: 'not_json' }
  | { readonly kind: 'not_protocol' }
  | {
      readonly kind: 'reply'
      /** The JSON text of the object that was said; null where there is none, or one that is too long or too deep. */
      readonly object: string | null
      /** The beginning of what was said, for the model to see what was wrong with it. */
      readonly said: string
      readonly isCut: boolean
      readonly usage: Usage | null
    }

/** A representation is a few kilobytes. */
const mostObject = 65_536
const mostSaid = 4_000

const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // Nested deeper than can be printed.
    return ''
  }
}

/** Every function here takes time in proportion to the text: it comes from another server, which may mean no good. */

const [opening, closing] = ['<think>', '</think>']

/** The text without what stands between `<think>` and the next `</think>`. */
function withoutThoughts(text: string): string {
  const kept: string[] = []
  let at = 0
  for (let from = text.indexOf(opening); from >= 0; from = text.indexOf(opening, at)) {
    const end = text.indexOf(closing, from + opening.length)
    // A thought that does not end is looked for once.
    if (end < 0) break
    kept.push(text.slice(at, from))
    at = end + closing.length
  }
  return kept.join('') + text.slice(at)
}

/** The object in a text, which may stand in a fence, behind thoughts or between sentences. */
export function objectIn(text: string): unknown {
  const plain = withoutThoughts(text)
  for (const part of [plain, plain.slice(plain.indexOf('{'), plain.lastIndexOf('}') + 1)])
    try {
      return JSON.parse(part)
    } catch {
      // The next part may be the object.
    }
  return undefined
}

export function readReply(provider: Provider, body: string): Read {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return { kind: 'not_json' }
  }
  const reply = protocols[provider].read(parsed)
  if (!reply) return { kind: 'not_protocol' }
  const { value, isCut, usage } = reply
  const found = typeof value === 'string' ? objectIn(value) : value
  const object = typeof found === 'object' && found !== null ? textOf(found) : ''
  const said = typeof value === 'string' ? value : object
  return {
    kind: 'reply',
    object: object === '' || object.length > mostObject ? null : object,
    said: said.slice(0, mostSaid),
    isCut,
    usage,
  }
}
