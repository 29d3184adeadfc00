import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SettingError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { sameAddress } from './address.ts'
import { createBroadcaster } from './broadcaster.ts'
import { type Chain, openChain } from './chain.ts'
import { createFacilitator } from './facilitator.ts'
import { createLedger } from './ledger/ledger.ts'
import { createNotifier } from './notifier.ts'
import { type PaymentTerms, settles } from './paymentTerms.ts'
import { Unavailable } from './rpc.ts'
import { createSettler } from './settler.ts'
import type { Submitter } from './settling.ts'
import { WrongChain } from './token.ts'
import { addressOf, isReadableByOthers, type PrivateKey, readKeyFile } from './wallets.ts'

type SettlementOptions = {
  readonly terms: PaymentTerms
  readonly keyFile: string | undefined
  readonly database: Database
  readonly log: Logger
  readonly now: () => number
  /** Called when the state changes. */
  readonly onState: (state: PaymentState) => void
  /** False while another process is to settle. */
  readonly maySettle?: () => boolean
  /** False in a process that only takes payments: it needs no key that pays the gas. */
  readonly isSettler?: boolean
}

/** Interval between two checks of the chain, when it is well and when it is not. */
const calmMs = 60_000
const recheckMs = 10_000

function readSettler({ terms, keyFile, log }: SettlementOptions): PrivateKey {
  const key = readKeyFile(keyFile!, 'AGENT_PAY_KEY_FILE')
  if (sameAddress(addressOf(key), terms.payTo))
    throw new SettingError(
      'AGENT_PAY_KEY_FILE holds the key of AGENT_PAY_TO: use another account for the gas, and keep that key off this machine.',
    )
  if (isReadableByOthers(keyFile!)) log.warn({ path: keyFile }, 'the key that pays the gas can be read by others')
  return key
}

/**
 * Whether payments are taken. `verify_only`: signatures are checked and no money moves; `unreachable`: the node or the
 * facilitator gives no usable answer; `refused`: the settings do not fit the chain.
 */
export type PaymentState = 'ok' | 'verify_only' | 'unreachable' | 'refused'

/** The reason is for the log alone: it may repeat what a node said. */
type Checked = { readonly state: PaymentState; readonly reason: string | null }

export type Settlement = Awaited<ReturnType<typeof openSettlement>>

/**
 * Opens the settlement of payments, once in the process; the paywalls of the serving threads depend on it. Throws
 * `SettingError` where the settings do not fit the chain.
 */
export async function openSettlement(options: SettlementOptions) {
  const { terms, database, log, now, onState } = options
  const { mode } = terms
  const ledger = createLedger(database, now)
  const notifier = createNotifier()
  const isSettling = settles(terms)
  const chain = isSettling ? openChain(terms.rpcUrl!, terms, now) : null
  const facilitator = mode === 'facilitator' ? createFacilitator(terms.facilitatorUrl!, terms) : null
  const submitter: Submitter | null =
    options.isSettler === false
      ? null
      : facilitator
        ? { kind: 'facilitator', facilitator }
        : chain && { kind: 'broadcaster', broadcaster: broadcasterOf(chain) }

  function broadcasterOf({ rpc }: Chain) {
    return createBroadcaster(rpc, { key: readSettler(options), chainId: terms.chainId, asset: terms.asset, ledger })
  }

  /** Throws `WrongChain` where the settings do not fit the chain. */
  async function check(): Promise<Checked> {
    if (mode === 'verify-only') return { state: 'verify_only', reason: 'no money moves' }
    try {
      await chain?.token.check()
      if (submitter?.kind === 'broadcaster' && (await submitter.broadcaster.gasBalance()) === 0n)
        throw new WrongChain(`the account ${submitter.broadcaster.address} has nothing to pay the gas with`)
      if (facilitator && !(await facilitator.supports()))
        throw new WrongChain(`the facilitator does not serve the scheme exact on ${terms.network}`)
      return { state: 'ok', reason: null }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      return { state: 'unreachable', reason: error.message }
    }
  }

  let checked: Checked
  try {
    checked = await check()
  } catch (error) {
    notifier.close()
    if (error instanceof WrongChain) throw new SettingError(`Agents cannot pay: ${error.message}.`, { cause: error })
    throw error
  }
  if (checked.state !== 'ok') log.warn({ mode, ...checked }, 'the state of payments')
  const settler = createSettler({
    ledger,
    notifier,
    log,
    now,
    ...(options.maySettle ? { maySettle: options.maySettle } : {}),
    target: chain && submitter ? { chain, submitter, network: terms.network } : null,
  })
  settler.start()

  const stopping = new AbortController()
  /** A later failure changes the state and does not stop the service: API keys still work. */
  async function recheck(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(checked.state === 'ok' ? calmMs : recheckMs, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {})
      if (stopping.signal.aborted) return
      const next = await check().catch((error): Checked => ({ state: 'refused', reason: (error as Error).message }))
      if (next.state === checked.state && next.reason === checked.reason) continue
      checked = next
      log.warn({ mode, ...checked }, 'the state of payments has changed')
      onState(checked.state)
    }
  }
  if (isSettling) void recheck()

  return {
    state: () => checked.state,
    /** Lines for the console at the start. */
    lines:
      mode === 'verify-only'
        ? ['Agents:         read without paying: their signatures are checked and no money moves (AGENT_PAY_MODE).']
        : [],
    async close(): Promise<void> {
      stopping.abort()
      await settler.stop()
      notifier.close()
    },
  }
}
