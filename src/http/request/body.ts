import type { IncomingMessage } from 'node:http'
import { problem } from '../../errors.ts'
import { type Fault, type Field, type Fields, read, type Values } from '../../fields.ts'
import { collectFaults } from './query.ts'

export const mostBodyBytes = 65_536

/** Reads the whole body; a client that sends more than the bound is refused and not read on. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = () => reject(problem('too_large', [mostBodyBytes], { headers: { Connection: 'close' } }))
    if (Number(request.headers['content-length'] ?? 0) > mostBodyBytes) return tooLarge()
    // A request without a body emits no events.
    if (request.readableEnded) return resolve(Buffer.alloc(0))
    const cutOff = () => reject(problem('bad_request', [{ en: 'the body was cut off', zh: '請求內容不完整' }]))
    if (request.destroyed) return cutOff()
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > mostBodyBytes) {
        request.removeAllListeners('data')
        request.resume()
        tooLarge()
      } else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', cutOff)
    request.on('close', cutOff)
  })
}

const jsonType = /^application\/json\s*(;\s*charset=utf-8\s*)?$/i

/** The members of a JSON body by a route's fields; every fault of it is reported at once. */
export function parseBody<B extends Fields>(fields: B, raw: Buffer, contentType: string | undefined): Values<B> {
  const isNeeded = Object.values(fields).some((field) => !('default' in field))
  const members = raw.length === 0 && !isNeeded ? {} : objectOf(raw, contentType)
  const faults: Fault[] = []
  const known = Object.keys(fields)
  const given = new Map<string, string>()
  const names: string[] = []
  for (const [name, value] of Object.entries(members)) {
    const field = known.includes(name) ? fields[name]! : null
    if (!field) names.push(name)
    else if (value === null && 'default' in field) continue
    else if (!fits(field, value)) faults.push({ param: name, reason: wrongKind[kindOf(field)] })
    else given.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  }
  const result = read(fields, (name) => given.get(name))
  // A member of the wrong kind is already reported and must not be reported as missing too.
  const named = new Set(faults.map(({ param }) => param))
  collectFaults([...faults, ...result.faults.filter(({ param }) => !named.has(param))], { names, known })
  return result.values
}

/** The JSON object of a body; throws where it is none. */
export function objectOf(raw: Buffer, contentType: string | undefined): Record<string, unknown> {
  if (!jsonType.test(contentType ?? '')) throw problem('wrong_type', [])
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    throw problem('bad_request', [{ en: 'the body is not valid JSON', zh: '請求內容不是有效的 JSON' }])
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw problem('bad_request', [{ en: 'the body must be a JSON object', zh: '請求內容必須為 JSON 物件' }])
  return value as Record<string, unknown>
}

const kindOf = ({ kind, schema }: Field): keyof typeof wrongKind =>
  schema.type === 'array' ? 'array' : kind === 'integer' ? 'number' : kind === 'boolean' ? 'boolean' : 'string'

const fits = (field: Field, value: unknown): boolean =>
  (Array.isArray(value) ? 'array' : typeof value) === kindOf(field) &&
  (typeof value !== 'number' || Number.isSafeInteger(value))

const wrongKind = {
  array: { en: 'must be a list', zh: '必須為陣列' },
  string: { en: 'must be text', zh: '必須為文字' },
  number: { en: 'must be a whole number', zh: '必須為整數' },
  boolean: { en: 'must be true or false', zh: '必須為 true 或 false' },
} as const

const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i

/** The members of a form; null where the body is none. */
export const readForm = (raw: Buffer, type: string | undefined): URLSearchParams | null =>
  formType.test(type ?? '') ? new URLSearchParams(raw.toString()) : null
