import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SettingError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { sameAddress } from './address.ts'
import { createBell } from './bell.ts'
import { type Chain, openChain } from './chain.ts'
import { type Carrier, createClerk } from './clerk.ts'
import { createFacilitator } from './facilitator.ts'
import { createLedger } from './ledger/ledger.ts'
import { Unavailable } from './rpc.ts'
import type { Terms } from './terms.ts'
import { WrongChain } from './token.ts'
import { addressOf, isReadableByOthers, ownKey, type PrivateKey, readKeyFile } from './wallets.ts'

/** What runs once in a process and takes payments to their end; the desks in the serving threads need it. */
export type Counter = {
  /** The terms as the desks must have them: with the node's address where the chain is our own. */
  readonly terms: Terms
  /** 'ok', or a sentence about what is the matter or what this mode does not do. */
  readonly state: () => string
  /** What whoever starts the service should know. */
  readonly lines: readonly string[]
  readonly close: () => Promise<void>
}

type CounterOptions = {
  readonly terms: Terms
  readonly home: string
  readonly keyFile: string | undefined
  readonly database: Database
  readonly log: Logger
  readonly now: () => number
  /** Told when the state changes. */
  readonly onState: (state: string) => void
  readonly devchainPort?: number
}

/** How often the chain is looked at while all is well, and while it is not. */
const calmMs = 60_000
const recheckMs = 10_000
/** Money for the wallet that comes with the chain in the process: 1,000 dollars. */
const pocketMoney = 1_000_000_000n

/** The chain in the process, an account that settles, and a wallet with money to try it with. */
async function openDevchain({ terms, home, now, devchainPort }: CounterOptions) {
  // The machine is large and only wanted here.
  const { startDevchain } = await import('./devchain/server.ts')
  const settler = ownKey(home, 'settler')
  const payer = ownKey(home, 'payer')
  const devchain = await startDevchain({
    now,
    gas: [addressOf(settler.key)],
    journal: join(home, 'agent', 'devchain.jsonl'),
    ...(devchainPort === undefined ? {} : { port: devchainPort }),
  })
  if ((await devchain.balanceOf(addressOf(payer.key))) === 0n) await devchain.mint(addressOf(payer.key), pocketMoney)
  return {
    terms: { ...terms, rpcUrl: devchain.url },
    key: settler.key,
    lines: [
      `Agents pay on a chain inside this process (${terms.network} in name only, the money is worth nothing).`,
      `Its node:       ${devchain.url}`,
      `A wallet:       ${payer.path} (${addressOf(payer.key)})`,
    ],
    close: devchain.close,
  }
}

function readSettler({ terms, keyFile, log }: CounterOptions): PrivateKey {
  const key = readKeyFile(keyFile!, 'AGENT_PAY_KEY_FILE')
  if (sameAddress(addressOf(key), terms.payTo))
    throw new SettingError(
      'AGENT_PAY_KEY_FILE holds the key of AGENT_PAY_TO: use another account for the gas, and keep that key off this machine.',
    )
  if (isReadableByOthers(keyFile!)) log.warn({ path: keyFile }, 'the key that pays the gas can be read by others')
  return key
}

/** Opens what settles; a setting that does not fit the chain stops the start with a sentence. */
export async function openCounter(options: CounterOptions): Promise<Counter> {
  const { database, log, now, onState } = options
  const { mode } = options.terms
  const devchain = mode === 'devchain' ? await openDevchain(options) : null
  const terms = devchain?.terms ?? options.terms
  const ledger = createLedger(database, now)
  const bell = createBell()
  const settles = mode === 'devchain' || mode === 'onchain' || mode === 'facilitator'
  const chain = settles ? openChain(terms.rpcUrl!, terms, now) : null
  const facilitator = mode === 'facilitator' ? createFacilitator(terms.facilitatorUrl!, terms) : null
  const carrier: Carrier | null = facilitator
    ? { kind: 'facilitator', facilitator }
    : chain && { kind: 'broadcaster', broadcaster: await broadcasterOf(chain) }

  /** Only here, since signing transactions needs a library that nothing else does. */
  async function broadcasterOf({ rpc }: Chain) {
    const { createBroadcaster } = await import('./broadcaster.ts')
    const key = devchain?.key ?? readSettler(options)
    return createBroadcaster(rpc, { key, chainId: terms.chainId, asset: terms.asset, ledger })
  }

  /** Throws what is wrong; what cannot be asked now is only noted. */
  async function check(): Promise<string> {
    if (mode === 'verify-only') return 'verify-only: signatures are checked and no money moves'
    try {
      await chain?.token.check()
      if (carrier?.kind === 'broadcaster' && (await carrier.broadcaster.gasBalance()) === 0n)
        throw new WrongChain(`the account ${carrier.broadcaster.address} has nothing to pay the gas with`)
      if (facilitator && !(await facilitator.supports()))
        throw new WrongChain(`the facilitator does not serve the scheme exact on ${terms.network}`)
      return 'ok'
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      return `payments cannot be checked: ${error.message}`
    }
  }

  let state: string
  try {
    state = await check()
  } catch (error) {
    await devchain?.close()
    bell.close()
    if (error instanceof WrongChain) throw new SettingError(`Agents cannot pay: ${error.message}.`, { cause: error })
    throw error
  }
  if (state !== 'ok') log.warn({ mode }, state)
  const clerk = createClerk({
    ledger,
    bell,
    log,
    now,
    settlement: chain && carrier ? { chain, carrier, network: terms.network } : null,
  })
  clerk.start()

  const stopping = new AbortController()
  /** What fails later is told and does not stop the service: people with keys still read. */
  async function recheck(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(state === 'ok' ? calmMs : recheckMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      const next = await check().catch((error) => `agents cannot pay: ${(error as Error).message}`)
      if (next === state) continue
      state = next
      log.warn({ mode, state }, 'the state of payments has changed')
      onState(state)
    }
  }
  if (settles) void recheck()

  return {
    terms,
    state: () => state,
    lines:
      mode === 'verify-only'
        ? ['Agents:         read without paying: their signatures are checked and no money moves (AGENT_PAY_MODE).']
        : (devchain?.lines ?? []),
    async close() {
      stopping.abort()
      await clerk.stop()
      bell.close()
      await devchain?.close()
    },
  }
}
