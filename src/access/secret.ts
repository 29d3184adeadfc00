import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, ownLikeFolder } from '../disk.ts'
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
    makeFolder(home)
    // A unique name: a file left by a killed process must not stop the next start.
    const scratch = `${path}.${randomBytes(4).toString('hex')}`
    const fd = openSync(scratch, 'wx', 0o600)
    writeSync(fd, randomBytes(32).toString('base64url'))
    fsyncSync(fd)
    closeSync(fd)
    ownLikeFolder(scratch)
    // A link never replaces a secret that another process has made meanwhile.
    try {
      linkSync(scratch, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    rmSync(scratch)
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
