import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { keccak_256 } from '@noble/hashes/sha3'
import { isPrivate, pointFromScalar, signRecoverable } from 'tiny-secp256k1'
import { makePrivate } from '../disk.ts'
import { explain, SettingError, UsageError } from '../errors.ts'
import { checksummed } from './address.ts'

export type PrivateKey = `0x${string}`

const bytesOf = (key: PrivateKey): Buffer => Buffer.from(key.slice(2), 'hex')

export const addressOf = (key: PrivateKey): string =>
  checksummed(
    `0x${Buffer.from(keccak_256(pointFromScalar(bytesOf(key), false)!.subarray(1)).subarray(12)).toString('hex')}`,
  )

/** Signs a digest; the id says which of two public keys has signed. */
export const signRecovered = (key: PrivateKey, digest: Uint8Array) => signRecoverable(digest, bytesOf(key))

/** Signs a digest; 65 bytes, as wallets write them. */
export function signDigest(key: PrivateKey, digest: Uint8Array): `0x${string}` {
  const { signature, recoveryId } = signRecovered(key, digest)
  return `0x${Buffer.from(signature).toString('hex')}${recoveryId === 0 ? '1b' : '1c'}`
}

/** Reads a private key: 64 hexadecimal digits, with or without 0x. */
export function readKeyFile(path: string, setting: string): PrivateKey {
  const Failure = setting.startsWith('--') ? UsageError : SettingError
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Failure(`${setting} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
  const key = `0x${text.replace(/^0x/, '').toLowerCase()}` as const
  if (!/^0x[0-9a-f]{64}$/.test(key) || !isPrivate(bytesOf(key)))
    throw new Failure(`${setting} must hold a private key: 64 hexadecimal digits, and nothing else.`)
  return key
}

/** True where other users may read a file. */
export const isReadableByOthers = (path: string): boolean => (statSync(path).mode & 0o077) !== 0

/** A key in a folder, generated on first use. */
export function ownKey(folder: string, name: string): { readonly path: string; readonly key: PrivateKey } {
  const path = join(folder, `${name}.key`)
  try {
    makePrivate(path, () => `0x${freshKey().toString('hex')}\n`)
  } catch (error) {
    throw explain(error, `keep a key in ${folder}`)
  }
  return { path, key: readKeyFile(path, path) }
}

function freshKey(): Buffer {
  for (;;) {
    const key = randomBytes(32)
    if (isPrivate(key)) return key
  }
}
