import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type Authorization, splitSignature } from './eip3009.ts'

/** The format of the payment header; the signed fields are the same in all of them. */
type Wire = 'v2' | 'v1' | 'bare'

export type Payment = Readonly<ReturnType<typeof readPaymentHeader>>

/** A malformed payment header; the message gives the reason in both languages. */
export class Malformed extends Error {
  override name = 'Malformed'
  readonly zh: string
  constructor(en: string, zh: string) {
    super(en)
    this.zh = zh
  }
}

export const mostHeaderBytes = 8_192

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isUint = (text: string): boolean => /^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < 1n << 256n

/** The six fields normalized: addresses and nonce in lower case, numbers as decimal text. */
const spellings: Readonly<Record<keyof Authorization, (value: unknown) => string | null>> = {
  from: addressOf,
  to: addressOf,
  value: uintOf,
  validAfter: uintOf,
  validBefore: uintOf,
  nonce: (value) => (typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? value.toLowerCase() : null),
}

function addressOf(value: unknown): string | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) ? value.toLowerCase() : null
}

/** Wallets write these as text; a number is accepted where it is exact. */
function uintOf(value: unknown): string | null {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  return typeof text === 'string' && isUint(text) ? text : null
}

function decode(header: string): unknown {
  if (header.length > mostHeaderBytes)
    throw new Malformed(`it is longer than ${mostHeaderBytes} bytes`, `超過 ${mostHeaderBytes} 位元組`)
  // Plain JSON is accepted beside base64.
  const isBare = header.startsWith('{')
  if (!isBare && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) throw new Malformed('it is not base64', '不是 base64')
  try {
    const text = isBare ? header : new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'base64'))
    return JSON.parse(text)
  } catch {
    throw new Malformed('it is not JSON in base64', '不是 base64 編碼的 JSON')
  }
}

function readIdentifier(payment: Json): string | null {
  const extension = isObject(payment.extensions) ? payment.extensions['payment-identifier'] : undefined
  const id = isObject(extension) && isObject(extension.info) ? extension.info.id : undefined
  if (id === undefined) return null
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{16,128}$/.test(id))
    throw new Malformed(
      'its payment-identifier must have 16 to 128 letters, digits, hyphens or underscores',
      'payment-identifier 必須為 16 到 128 個英數字、連字號或底線',
    )
  return id
}

function readAuthorization(payment: Json, holder: Json): Authorization {
  const given = holder.authorization ?? payment.message ?? (holder.nonce === undefined ? undefined : holder)
  if (!isObject(given))
    throw new Malformed(
      'payload.authorization is missing (EIP-3009 is the only way to pay)',
      '缺少 payload.authorization',
    )
  const read: Record<string, string> = {}
  for (const [name, spell] of Object.entries(spellings)) {
    const value = spell(given[name])
    if (value === null) throw new Malformed(`authorization.${name} is malformed`, `authorization.${name} 格式錯誤`)
    read[name] = value
  }
  return read as Authorization
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads one header; its JSON decides the format, not the header's name. */
export function readPaymentHeader(header: string) {
  const payment = decode(header)
  if (!isObject(payment)) throw new Malformed('it is not a JSON object', '不是 JSON 物件')
  const { x402Version: version } = payment
  if (version !== undefined && version !== 1 && version !== 2)
    throw new Malformed('its x402Version must be 1 or 2', 'x402Version 必須為 1 或 2')
  const accepted = version === 2 && isObject(payment.accepted) ? payment.accepted : null
  const holder = isObject(payment.payload) ? payment.payload : payment
  const authorization = readAuthorization(payment, holder)
  const signature = holder.signature ?? payment.signature
  if (typeof signature !== 'string' || !/^0x([0-9a-fA-F]{2}){65,4096}$/.test(signature))
    throw new Malformed('payload.signature is malformed', 'payload.signature 格式錯誤')
  const wire: Wire = accepted ? 'v2' : version === 1 ? 'v1' : 'bare'
  return {
    wire,
    /** The scheme and network the payer names; null where the format has none. */
    scheme: textOf((accepted ?? payment).scheme),
    network: textOf((accepted ?? payment).network),
    /** The terms the payer accepted (version 2 repeats them); refused where they differ from ours. */
    accepted,
    authorization,
    signature,
    /** The payer's identifier of the payment, which links retries that are signed again. */
    identifier: readIdentifier(payment),
    headerHash: createHash('sha256').update(header).digest('hex'),
  }
}

const sameSigned = (a: Payment, b: Payment): boolean =>
  JSON.stringify([a.authorization, splitSignature(a.signature) ?? a.signature]) ===
  JSON.stringify([b.authorization, splitSignature(b.signature) ?? b.signature])

/** The payment of a request, in either header; null where there is none. */
export function readPayment(headers: IncomingHttpHeaders): Payment | null {
  const [one, other] = ['payment-signature', 'x-payment']
    .map((name) => headers[name])
    .filter((value) => value !== undefined)
    .map((value) => readPaymentHeader(String(value)))
  if (one && other && !sameSigned(one, other))
    throw new Malformed('PAYMENT-SIGNATURE and X-PAYMENT carry different payments', '兩個標頭帶有不同的付款')
  return one ?? null
}
