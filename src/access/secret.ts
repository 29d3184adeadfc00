import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../disk.ts'
import { explain, SettingError } from '../errors.ts'
import { settleSecret } from './restoredSecret.ts'

function secretIn(name: string, setting: string): Buffer {
  if (setting.length < 32) throw new SettingError(`${name} must have at least 32 characters.`)
  return Buffer.from(setting)
}

/** The secret that is accepted beside the installation's own; null where there is none. */
export const otherSecret = (setting: string | undefined): Buffer | null =>
  setting === undefined ? null : secretIn('FORMOSA_OTHER_SECRET', setting)

/** The installation's secret: the setting, or the one in the home folder; null where there is neither. */
export function findSecret(
  home: string,
  setting: string | undefined,
  readMark: () => number | null = () => null,
): Buffer | null {
  if (setting !== undefined) return secretIn('FORMOSA_SECRET', setting)
  const path = join(home, 'secret')
  try {
    settleSecret(home, readMark)
    return existsSync(path) ? Buffer.from(readFileSync(path, 'utf8').trim()) : null
  } catch (error) {
    throw explain(error, `read ${path}`)
  }
}

/** The installation's secret; the first start generates one in the home folder. */
export function readSecret(home: string, setting: string | undefined, readMark?: () => number | null): Buffer {
  const found = findSecret(home, setting, readMark)
  if (found !== null) return found
  const path = join(home, 'secret')
  try {
    makePrivate(path, () => randomBytes(32).toString('base64url'))
    return Buffer.from(readFileSync(path, 'utf8').trim())
  } catch (error) {
    throw explain(error, `keep the secret in ${home}`)
  }
}

type Purpose = 'api keys' | 'cursors' | 'sessions' | 'receipts' | 'webhooks' | 'fingerprint'

/** The key of the installation's own secret, and those of secrets that are accepted beside it. */
export type AcceptedKeys = readonly [own: Buffer, ...others: Buffer[]]

/** Keys that another thread has sent. */
export const received = ([own, ...others]: readonly [Uint8Array, ...Uint8Array[]]): AcceptedKeys => [
  Buffer.from(own),
  ...others.map((key) => Buffer.from(key)),
]

/** Derives the keys of one purpose. */
export const keysFor = (own: Buffer, other: Buffer | null, purpose: Purpose): AcceptedKeys => [
  keyFor(own, purpose),
  ...(other === null ? [] : [keyFor(other, purpose)]),
]

/** Derives one key per purpose, so that a leak of one does not affect the others. */
export const keyFor = (secret: Buffer, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'formosa', purpose, 32))

/** A value that tells one secret from another and does not give it away; the accounts database keeps it. */
export const fingerprintOf = (secret: Buffer): string => keyFor(secret, 'fingerprint').toString('hex')
