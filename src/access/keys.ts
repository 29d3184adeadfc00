import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Database } from '../store/database.ts'
import { findKey, type Holder, type NewKey, replaceHash } from '../store/keys.ts'
import type { AcceptedKeys } from './secret.ts'

/** Keys of an account that work at the same time; a rotated one counts until it ends. */
export const mostKeys = 20

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^fmsa_(?:live|access|refresh)_([0-9A-Za-z]{22})_([0-9A-Za-z]{6})$/

/** A six-character checksum, which tells a mistyped key from an unknown one without a query. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62]! + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A key, or a token of an application, which has the same form. */
export function generateKey(kind: 'live' | 'access' | 'refresh' = 'live'): string {
  let secret = ''
  for (let i = 0; i < 22; i++) secret += alphabet[randomInt(62)]
  return `fmsa_${kind}_${secret}_${checksumOf(secret)}`
}

const accessPrefix = 'fmsa_access_'

/** True for the access token of an application. */
export const isAccessToken = (key: string): boolean => key.startsWith(accessPrefix)

export const isWellFormed = (key: string): boolean => {
  const [, secret, checksum] = form.exec(key) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

/** Removes API keys and tokens, whole or partial, from a text that repeats client input. */
export const withoutKeys = (text: string): string => text.replaceAll(/(fmsa_[a-z]+_|fmsl_)[\w-]+/g, '$1…')

/** The stored form of a key, which cannot be used to authenticate. */
const hashKey = (pepper: Buffer, key: string): Buffer => createHmac('sha256', pepper).update(key).digest()

/**
 * The holder of a key. A key that was stored under an accepted secret is stored under the installation's own from now on:
 * it works on when the other secret is given up.
 */
export async function findHolder(
  database: Database,
  [pepper, ...others]: AcceptedKeys,
  key: string,
): Promise<Holder | null> {
  const own = hashKey(pepper, key)
  const found = await findKey(database, own)
  if (found || others.length === 0) return found
  for (const other of others) {
    const former = hashKey(other, key)
    // Unknown keys write nothing.
    if (!(await findKey(database, former))) continue
    await replaceHash(database, former, own)
    return findKey(database, own)
  }
  return null
}

/** The stored form of a token or an authorization code; `kind` keeps one from being taken for another. */
export const hashOfToken = (pepper: Buffer, token: string, kind: string): string =>
  createHmac('sha256', pepper).update(`${kind} ${token}`).digest('hex')

/** The key that stands for a connected application: no text has its hash, so nobody can send it. */
export const applicationKey = (clientId: string, name: string): NewKey => ({
  ...{ name, client_id: clientId, prefix: accessPrefix, last4: '' },
  hash: randomBytes(32),
})

export const storedForm = (pepper: Buffer, key: string, name: string): NewKey => ({
  name,
  hash: hashKey(pepper, key),
  prefix: key.slice(0, 14),
  last4: key.slice(-4),
})

/** The key object that is shown once, with the whole key. */
export type Shown = { readonly id: number; readonly name: string; readonly key: string }
