import { keccak_256 } from '@noble/hashes/sha3'
import { recover as recoverPoint } from 'tiny-secp256k1'

/** An authorization signed by the payer: a transfer that anybody may submit to the token's contract, once. */
export type Authorization = {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

/** The token's EIP-712 domain. */
export type TokenDomain = {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: string
}

export const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const hashOf = (text: string): Uint8Array => keccak_256(Buffer.from(text))
const typeOf = (name: string, fields: readonly { readonly name: string; readonly type: string }[]): Uint8Array =>
  hashOf(`${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`)

const transferHash = typeOf('TransferWithAuthorization', transferTypes.TransferWithAuthorization)
const domainHash = hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')
const prefix = Buffer.from([0x19, 0x01])

/** 32 bytes of a decimal number, or of hexadecimal digits. */
export const word = (value: string): Buffer =>
  Buffer.from((value.startsWith('0x') ? value.slice(2) : BigInt(value).toString(16)).padStart(64, '0'), 'hex')

export const domainSeparator = ({ name, version, chainId, verifyingContract }: TokenDomain): Uint8Array =>
  keccak_256(Buffer.concat([domainHash, hashOf(name), hashOf(version), word(String(chainId)), word(verifyingContract)]))

/** The six fields, as both contract and signature expect them. */
const wordsOf = ({ from, to, value, validAfter, validBefore, nonce }: Authorization): Buffer =>
  Buffer.concat([from, to, value, validAfter, validBefore, nonce].map(word))

export const digestOf = (separator: Uint8Array, authorization: Authorization): Uint8Array =>
  keccak_256(Buffer.concat([prefix, separator, keccak_256(Buffer.concat([transferHash, wordsOf(authorization)]))]))

const halfOrder = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n

export type Signature = { readonly r: string; readonly s: string; readonly v: 27 | 28 }

/** The parts of a 65-byte signature; null where contracts reject it, as they do for a high s. */
export function splitSignature(signature: string): Signature | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const last = Number.parseInt(signature.slice(130), 16)
  const v = last < 2 ? last + 27 : last
  const s = `0x${signature.slice(66, 130).toLowerCase()}`
  if ((v !== 27 && v !== 28) || BigInt(s) > halfOrder || BigInt(s) === 0n) return null
  return { r: signature.slice(0, 66).toLowerCase(), s, v }
}

/** The signer's address in lower case; null where the signature is invalid. */
export function recover(digest: Uint8Array, { r, s, v }: Signature): string | null {
  try {
    const point = recoverPoint(digest, Buffer.from(r.slice(2) + s.slice(2), 'hex'), v === 27 ? 0 : 1, false)
    return point ? `0x${Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex')}` : null
  } catch {
    // The library throws where r is not on the curve: the signature is invalid.
    return null
  }
}

/** The first four bytes of a call, which select the contract's function. */
const selector = (signature: string): string => Buffer.from(hashOf(signature).subarray(0, 4)).toString('hex')
const topic = (signature: string): string => `0x${Buffer.from(hashOf(signature)).toString('hex')}`

const transferSelector = selector(
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
)
const stateSelector = selector('authorizationState(address,bytes32)')

/** The call that transfers the tokens. */
export const transferCall = (authorization: Authorization, { v, r, s }: Signature): `0x${string}` =>
  `0x${transferSelector}${Buffer.concat([wordsOf(authorization), word(String(v)), word(r), word(s)]).toString('hex')}`

/** The call that reads whether an authorization was used or cancelled. */
export const stateCall = (payer: string, nonce: string): `0x${string}` =>
  `0x${stateSelector}${Buffer.concat([word(payer), word(nonce)]).toString('hex')}`

export const separatorCall = `0x${selector('DOMAIN_SEPARATOR()')}` as const

export const topics = {
  transfer: topic('Transfer(address,address,uint256)'),
  used: topic('AuthorizationUsed(address,bytes32)'),
  cancelled: topic('AuthorizationCanceled(address,bytes32)'),
} as const
