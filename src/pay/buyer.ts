import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../errors.ts'
import { sameAddress } from './address.ts'
import type { requirementOf } from './challenge.ts'
import { digestOf, domainSeparator } from './eip3009.ts'
import { chainIdOf, networks } from './networks.ts'
import { addressOf, type PrivateKey, signDigest } from './wallets.ts'

export type Bought = Readonly<Awaited<ReturnType<typeof buy>>>

export type Requirement = Readonly<ReturnType<typeof requirementOf>>

const decode = (text: string): Record<string, unknown> => JSON.parse(Buffer.from(text, 'base64').toString())
const mostRetries = 30

/** The first offer we can pay; its token must be the network's well-known one, whatever the server claims. */
function choose(accepts: readonly Requirement[], cap: bigint): Requirement {
  const known = accepts.filter(
    ({ scheme, network, asset }) =>
      scheme === 'exact' && networks[network]?.token && sameAddress(networks[network].token.address, asset),
  )
  if (known.length === 0)
    throw new OperatorError('The service asks for a token or a network that is not known here; nothing was paid.')
  const affordable = known.find(({ amount }) => /^\d+$/.test(amount) && BigInt(amount) <= cap)
  if (!affordable)
    throw new OperatorError(
      `The service asks for ${known[0]!.amount} atomic units and the cap is ${cap}: nothing was paid. Raise --max to pay it.`,
    )
  return affordable
}

/** Signs a payment for the terms of a 402: the value of `PAYMENT-SIGNATURE`. */
export function signPayment(
  challenge: Record<string, unknown>,
  requirement: Requirement,
  key: PrivateKey,
  identifier: string,
  now: number = Date.now(),
): string {
  const token = networks[requirement.network]!.token!
  const authorization = {
    from: addressOf(key),
    to: requirement.payTo,
    value: requirement.amount,
    validAfter: '0',
    validBefore: String(Math.floor(now / 1000) + requirement.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
  }
  const domain = {
    name: token.name,
    version: token.version,
    chainId: chainIdOf(requirement.network),
    verifyingContract: requirement.asset,
  }
  const payment = {
    x402Version: 2,
    resource: challenge.resource,
    accepted: requirement,
    payload: { signature: signDigest(key, digestOf(domainSeparator(domain), authorization)), authorization },
    extensions: { 'payment-identifier': { info: { required: false, id: identifier } } },
  }
  return Buffer.from(JSON.stringify(payment)).toString('base64')
}

/**
 * Fetches an address and pays for it where it costs money, up to the cap. A pending payment is repeated unchanged until
 * it gets a response; it is never signed twice.
 */
export async function buy(url: string, key: PrivateKey, { cap }: { cap: bigint }) {
  const read = async (headers: Record<string, string>) => {
    const response = await fetch(url, { headers })
    return { response, body: Buffer.from(await response.arrayBuffer()) }
  }
  const first = await read({})
  const demand = first.response.headers.get('payment-required')
  if (first.response.status !== 402 || demand === null)
    return {
      status: first.response.status,
      headers: first.response.headers,
      body: first.body,
      spent: 0n,
      transaction: null,
      receipt: null,
      isTest: false,
    }
  const challenge = decode(demand)
  const requirement = choose((challenge.accepts ?? []) as Requirement[], cap)
  const payment = signPayment(challenge, requirement, key, `formosa-${randomBytes(12).toString('hex')}`)
  for (let tries = 0; ; tries++) {
    const attempt = await read({ 'PAYMENT-SIGNATURE': payment }).catch((error) => {
      // The money may have moved: only repeating the same payment shows the outcome.
      if (tries === mostRetries) throw error
      return null
    })
    if (attempt && (attempt.response.status !== 503 || tries === mostRetries)) {
      const { response, body } = attempt
      const outcome = response.headers.get('payment-response')
      const settled = outcome === null ? null : decode(outcome)
      const isPaid = response.status === 200 && settled?.success === true
      return {
        status: response.status,
        headers: response.headers,
        body,
        /** Atomic units paid; 0 where the page was free or no money moves. */
        spent: isPaid ? BigInt(requirement.amount) : 0n,
        transaction: isPaid ? String(settled.transaction) : null,
        receipt: response.headers.get('x-receipt'),
        /** Paid on a test network, whose money is worth nothing. */
        isTest: networks[requirement.network]!.isTest,
      }
    }
    await sleep(Math.min(5, Number(attempt?.response.headers.get('retry-after') ?? 1)) * 1000)
  }
}
