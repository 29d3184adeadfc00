import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate } from '../disk.ts'
import { explain, SettingError } from '../errors.ts'
import { settleSecret } from './restoredSecret.ts'

/** The installation's secret: the setting, or the one in the home folder; null where there is neither. */
export function findSecret(
  home: string,
  setting: string | undefined,
  readMark: () => number | null = () => null,
): Buffer | null {
  if (setting !== undefined) {
    if (setting.length < 32) throw new SettingError('FORMOSA_SECRET must have at least 32 characters.')
    return Buffer.from(setting)
  }
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

type Purpose = 'api keys' | 'cursors' | 'sessions' | 'receipts' | 'fingerprint'

/** Derives one key per purpose, so that a leak of one does not affect the others. */
export const keyFor = (secret: Buffer, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'formosa', purpose, 32))

/** A value that tells one secret from another and does not give it away; the accounts database keeps it. */
export const fingerprintOf = (secret: Buffer): string => keyFor(secret, 'fingerprint').toString('hex')
