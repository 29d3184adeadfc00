import { type FailureContext, FormosaError } from './errors.ts'
import { tokens } from './networks.ts'
import { type RowsQuery, split } from './query.ts'
import { readReceipt } from './receipt.ts'
import type { Rows } from './rows.ts'
import { createStream, type Page, pageOf, type RowStream } from './stream.ts'
import { type Answer, type Call, createTransport, type TransportOptions } from './transport.ts'
import type { Plan, PriceList } from './types.ts'
import type { Warning } from './warnings.ts'

/** The message of EIP-712 that a wallet signs: a transfer of EIP-3009. Numbers are decimal text. */
export type TypedData = {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: `0x${string}`
  }
  readonly types: { readonly TransferWithAuthorization: readonly { readonly name: string; readonly type: string }[] }
  readonly primaryType: 'TransferWithAuthorization'
  readonly message: Authorization
}

type Authorization = {
  readonly from: `0x${string}`
  readonly to: `0x${string}`
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: `0x${string}`
}

/** The payer. An account of viem is one as it is. */
export type Signer = {
  readonly address: string
  // biome-ignore lint/suspicious/noExplicitAny: wallets type the message in their own ways
  readonly signTypedData: (data: any) => Promise<string>
}

export type AgentOptions = {
  readonly signer: Signer
  /** Most that one page may cost, in atomic units of the token; 10,000 (0.01 USDC) when left out. */
  readonly maxAmount?: bigint | undefined
  /** Most that all pages of this agent may cost together; no limit when left out. */
  readonly maxTotal?: bigint | undefined
}

/** A page that was paid for. */
export type PaidPage<T> = Page<T> & {
  /** Atomic units; 0 where the service moves no money. */
  readonly paid: bigint
  readonly transaction: string | null
  /** A signed statement (JWS); its signature and the hash of the body were checked. Null where there is none. */
  readonly receipt: string | null
  /** `none` where no money moves, `test` on a test network, where it is worth nothing; null otherwise. */
  readonly settlement: string | null
}

/** The price is above the limit, or for a token that is not known here: nothing was paid. */
export class PaymentLimitError extends FormosaError {
  override readonly name = 'PaymentLimitError'
}

/** The receipt of a paid page does not hold. */
export class ReceiptError extends FormosaError {
  override readonly name = 'ReceiptError'
}

/** A payment was sent and its outcome is not known. The same request with the same `payment` is never charged twice. */
export class PaymentPendingError extends FormosaError {
  override readonly name = 'PaymentPendingError'
  /** The value of the header `PAYMENT-SIGNATURE`. */
  readonly payment: string

  constructor(cause: FormosaError, payment: string) {
    super(`${cause.message} A payment was sent and may be settled: repeat the request with the same payment.`, cause, {
      cause,
    })
    this.payment = payment
  }
}

type Requirement = {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
}

type Challenge = { readonly resource?: unknown; readonly accepts?: readonly Requirement[] }

const transfer = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const

const encode = (value: unknown): string => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
const decode = (text: string): unknown =>
  JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0))))

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The payment of an offer. The token's own name and version are signed, whatever the server claims. */
async function payFor(challenge: Challenge, accepted: Requirement, signer: Signer): Promise<string> {
  const token = tokens[accepted.network]!
  const message: Authorization = {
    from: signer.address as `0x${string}`,
    to: accepted.payTo as `0x${string}`,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(Math.floor(Date.now() / 1_000) + accepted.maxTimeoutSeconds),
    nonce: `0x${randomHex(32)}`,
  }
  const data: TypedData = {
    domain: {
      ...{ name: token.name, version: token.version, chainId: token.chainId },
      verifyingContract: token.address as `0x${string}`,
    },
    types: { TransferWithAuthorization: transfer },
    primaryType: 'TransferWithAuthorization',
    message,
  }
  const signature = await signer.signTypedData(data)
  return encode({
    x402Version: 2,
    resource: challenge.resource,
    accepted,
    payload: { signature, authorization: message },
    extensions: { 'payment-identifier': { info: { required: false, id: `formosa-${randomHex(12)}` } } },
  })
}

export type Agent = ReturnType<typeof createAgent>

/** Reads pages for payments (x402). */
export function createAgent(options: TransportOptions, { signer, maxAmount = 10_000n, maxTotal }: AgentOptions) {
  if (!/^0x[0-9a-f]{40}$/i.test(signer?.address) || typeof signer.signTypedData !== 'function')
    throw new TypeError('signer must be a wallet: an address (0x…) and a function signTypedData')
  const transport = createTransport(options)
  let spent = 0n
  let key: Promise<PriceList> | null = null
  const prices = (): Promise<PriceList> => {
    key ??= transport.send({ path: '/v1/agent' }).then(({ json }) => json as PriceList)
    key.catch(() => {
      key = null
    })
    return key
  }

  /** The first offer that may be paid. */
  function choose(accepts: readonly Requirement[], context: FailureContext): Requirement {
    const known = accepts.filter(
      ({ scheme, network, asset, amount }) =>
        scheme === 'exact' && /^\d+$/.test(amount) && tokens[network]?.address.toLowerCase() === asset.toLowerCase(),
    )
    const offer = known.find(({ amount }) => BigInt(amount) <= maxAmount)
    const where = `[${context.method} ${context.url}]`
    if (!offer)
      throw new PaymentLimitError(
        known.length === 0
          ? `The service asks for a token or a network that is not known here; nothing was paid. ${where}`
          : `The page costs ${known[0]!.amount} atomic units and maxAmount is ${maxAmount}; nothing was paid. ${where}`,
        context,
      )
    if (maxTotal !== undefined && spent + BigInt(offer.amount) > maxTotal)
      throw new PaymentLimitError(
        `The page costs ${offer.amount} atomic units, ${spent} are spent and maxTotal is ${maxTotal}; nothing more was paid. ${where}`,
        context,
      )
    return offer
  }

  /** Sends a payment; the transport repeats it unchanged until there is an answer. */
  async function redeem(call: Call, payment: string): Promise<Answer> {
    try {
      return await transport.send({ ...call, headers: { ...call.headers, 'PAYMENT-SIGNATURE': payment } })
    } catch (error) {
      const isOpen = error instanceof FormosaError && !('status' in error && (error.status as number) < 500)
      throw isOpen ? new PaymentPendingError(error, payment) : error
    }
  }

  async function buy<T>(call: Call): Promise<PaidPage<T>> {
    const { receipt_key: receiptKey } = await prices()
    const asked = await transport.send({ ...call, accepts: [402], onWarning: () => {} })
    const demand = asked.headers.get('payment-required')
    const free = { paid: 0n, transaction: null, receipt: null, settlement: null }
    if (asked.status !== 402 || demand === null) return { ...pageOf<T>(asked), ...free }
    const challenge = decode(demand) as Challenge
    const offer = choose(challenge.accepts ?? [], asked.context)
    const answer = await redeem(call, await payFor(challenge, offer, signer))
    const { headers, bytes, context } = answer
    const outcome = headers.get('payment-response')
    const settled = outcome === null ? null : (decode(outcome) as { success?: boolean; transaction?: string })
    const paid = settled?.success === true ? BigInt(offer.amount) : 0n
    spent += paid
    const receipt = headers.get('x-receipt')
    const transaction = settled?.transaction ?? null
    const fault =
      receipt === null ? null : await readReceipt(receipt, receiptKey, { bytes, payer: signer.address, transaction })
    if (fault !== null)
      throw new ReceiptError(
        `The receipt of this page does not hold: ${fault}. [${context.method} ${context.url}]`,
        context,
      )
    return { ...pageOf<T>(answer), paid, transaction, receipt, settlement: headers.get('x-payment-settlement') }
  }

  const pathOf = (dataset: string): string => `/v1/agent/${encodeURIComponent(dataset)}`

  return {
    /** Atomic units that this agent has paid. */
    spent: (): bigint => spent,
    prices,

    /** The size of a query; free. */
    async plan<D extends keyof Rows>(dataset: D, query: RowsQuery<keyof Rows[D] & string> = {}): Promise<Plan> {
      const { signal, onWarning, search, limit } = split(query as RowsQuery)
      search.set('dry_run', 'true')
      search.set('limit', String(limit))
      const { json } = await transport.send({ path: pathOf(dataset), query: search, signal, onWarning })
      return { ...(json as Plan), remainingCalls: null }
    },

    /** The rows of a query, paid for page by page as they are read: no page is bought ahead. */
    rows<D extends keyof Rows, C extends keyof Rows[D] & string = keyof Rows[D] & string>(
      dataset: D,
      query: RowsQuery<C> = {},
    ): RowStream<Pick<Rows[D], C>, PaidPage<Pick<Rows[D], C>>> {
      type Row = Pick<Rows[D], C>
      const { signal, onWarning, maxRows, limit, cursor: first, search, headers } = split(query as RowsQuery)
      const told = new Set<string>()
      return createStream<Row, PaidPage<Row>>({
        ...{ limit, maxRows, signal, isAhead: false },
        fetch(cursor, size, signal) {
          const sent = cursor === null ? new URLSearchParams(search) : new URLSearchParams()
          if (cursor !== null || first !== null) sent.set('cursor', cursor ?? first!)
          if (size !== null) sent.set('limit', String(size))
          const once = (warning: Warning): void => {
            if (told.has(warning.message)) return
            told.add(warning.message)
            ;(onWarning ?? options.onWarning)(warning)
          }
          return buy<Row>({ path: pathOf(dataset), query: sent, headers, signal, onWarning: once })
        },
      })
    },
  }
}
