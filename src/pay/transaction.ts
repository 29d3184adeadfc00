import { keccak_256 } from '@noble/hashes/sha3'
import { type PrivateKey, signRecovered } from './wallets.ts'

/** A transaction of type 2 (EIP-1559) that calls a contract and moves no money of the chain itself. */
export type ContractCall = {
  readonly chainId: number
  readonly nonce: number
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  readonly to: string
  /** Hexadecimal, with 0x. */
  readonly data: string
}

type Item = Buffer | readonly Item[]

/** The bytes of a number without leading zeros: none for zero. */
function bytesOf(value: number | bigint): Buffer {
  const digits = value.toString(16)
  return value === 0 || value === 0n ? Buffer.alloc(0) : Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
}

const headed = (short: number, body: Buffer): Buffer => {
  if (body.length < 56) return Buffer.concat([Buffer.of(short + body.length), body])
  const length = bytesOf(body.length)
  return Buffer.concat([Buffer.of(short + 55 + length.length), length, body])
}

/** Recursive Length Prefix, the encoding of transactions. */
function rlp(item: Item): Buffer {
  if (!Buffer.isBuffer(item)) return headed(0xc0, Buffer.concat((item as readonly Item[]).map(rlp)))
  return item.length === 1 && item[0]! < 0x80 ? item : headed(0x80, item)
}

const typeByte = Buffer.of(2)

/** The signed transaction as nodes accept it. */
export function signCall(key: PrivateKey, call: ContractCall): `0x${string}` {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas, to, data } = call
  const hexBytes = (text: string): Buffer => Buffer.from(text.slice(2), 'hex')
  const numbers = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas].map(bytesOf)
  // No value, and no list of what it accesses.
  const fields: readonly Item[] = [...numbers, hexBytes(to), Buffer.alloc(0), hexBytes(data), []]
  const { signature, recoveryId } = signRecovered(key, keccak_256(Buffer.concat([typeByte, rlp(fields)])))
  const [r, s] = [0, 32].map((at) =>
    bytesOf(BigInt(`0x${Buffer.from(signature.subarray(at, at + 32)).toString('hex')}`)),
  )
  return `0x${Buffer.concat([typeByte, rlp([...fields, bytesOf(recoveryId), r!, s!])]).toString('hex')}`
}
