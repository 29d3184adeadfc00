import { anthropic } from './anthropic.ts'
import type { Usage } from './budget.ts'
import { objectIn } from './find.ts'
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
