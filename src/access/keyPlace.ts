import type { Label } from '../fields.ts'
import { isWellFormed } from './keys.ts'

/** Headers in which other services take a key. A key sent there is refused with the right place, never read. */
export const misplaced: readonly string[] = ['x-api-key', 'api-key', 'apikey', 'x-auth-token']

/** The parts of a Basic credential: user name and password. */
const basicParts = (credential: string): string[] => Buffer.from(credential, 'base64').toString('latin1').split(':')

/**
 * The place of a key that was sent in another way than as `Authorization: Bearer <API_KEY>`: in another scheme, or in
 * another header, whose name then stands before its value. Undefined if there is no key.
 */
export function placeOfKey(credentials: string): Label | undefined {
  const [first = '', ...rest] = credentials
    .slice(0, 500)
    .trim()
    .split(/[\s,]+/, 4)
  const inHeader = (name: string): Label => ({ en: `in the header ${name}`, zh: `標頭 ${name} 中` })
  if (isWellFormed(first)) return inHeader('Authorization without Bearer')
  const plain = rest.map((part) => part.replace(/^\w+=|"/g, ''))
  // Many write the key behind Basic as it is.
  const parts = /^basic$/i.test(first) ? [...plain, ...rest.flatMap(basicParts)] : plain
  if (!parts.some(isWellFormed)) return undefined
  return inHeader(misplaced.includes(first) ? first : `Authorization: ${first.slice(0, 20)}`)
}
