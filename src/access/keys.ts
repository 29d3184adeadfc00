import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { NewKey } from '../store/keys.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^fmsa_live_([0-9A-Za-z]{22})_([0-9A-Za-z]{6})$/

/** Six characters that tell a mistyped key from an unknown one without looking it up. */
function checksumOf(secret: string): string {
  let rest = crc32(secret)
  let text = ''
  for (let i = 0; i < 6; i++) {
    text = alphabet[rest % 62]! + text
    rest = Math.floor(rest / 62)
  }
  return text
}

export function generateKey(): string {
  let secret = ''
  for (let i = 0; i < 22; i++) secret += alphabet[randomInt(62)]
  return `fmsa_live_${secret}_${checksumOf(secret)}`
}

export const isWellFormed = (key: string): boolean => {
  const [, secret, checksum] = form.exec(key) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

/** A text that may repeat what a client sent, without the keys in it: one that was sent to a wrong place, or a part. */
export const withoutKeys = (text: string): string => text.replaceAll(/fmsa_live_\w+/g, 'fmsa_live_…')

/** What is stored of a key: nobody who reads the database can use it. */
export const hashKey = (pepper: Buffer, key: string): Buffer => createHmac('sha256', pepper).update(key).digest()

export const storedForm = (pepper: Buffer, key: string, name: string): NewKey => ({
  name,
  hash: hashKey(pepper, key),
  prefix: key.slice(0, 14),
  last4: key.slice(-4),
})

/** A key as its owner sees it the only time it is shown whole. */
export type Shown = { readonly id: number; readonly name: string; readonly key: string }

export const shownOf = (id: number, key: string, name: string): Shown => ({ id, name, key })
