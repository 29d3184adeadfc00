import { keccak_256 } from '@noble/hashes/sha3'

/** The address in EIP-55 spelling, whose capitals are a checksum. */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return `0x${[...digits].map((digit, i) => (Number.parseInt(hash[i]!, 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}

/** True for a valid address; one in mixed case must have the right checksum. */
export const isAddress = (text: string): boolean =>
  /^0x[0-9a-fA-F]{40}$/.test(text) &&
  (text.slice(2) === text.slice(2).toLowerCase() ||
    text.slice(2) === text.slice(2).toUpperCase() ||
    text === checksummed(text))

export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
