import type { Logger } from 'pino'
import { keyFor } from '../access/secret.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { AgentServices } from '../http/services.ts'
import { openCounter } from '../pay/counter.ts'
import { openDesk } from '../pay/openDesk.ts'
import { createReceipts } from '../pay/receipt.ts'
import { createStrikes } from '../pay/strikes.ts'
import { modeOf, readTerms, type Terms } from '../pay/terms.ts'
import { addressOf, ownKey } from '../pay/wallets.ts'
import type { Database } from '../store/database.ts'
import type { Context } from './command.ts'

/** What a serving thread needs to take payments. */
export type AgentTerms = { readonly terms: Terms; readonly receiptSeed: Uint8Array; readonly badLimit: number }

/** What runs once in the process for agents that pay. */
export type Agents = {
  readonly terms: AgentTerms
  readonly state: () => string
  readonly lines: readonly string[]
  readonly close: () => Promise<void>
}

/** The settings of payment as they were written. */
const paySettings = (config: Config) => ({
  mode: config.AGENT_PAY_MODE,
  network: config.AGENT_PAY_NETWORK,
  asset: config.AGENT_PAY_ASSET,
  assetName: config.AGENT_PAY_ASSET_NAME,
  assetVersion: config.AGENT_PAY_ASSET_VERSION,
  payTo: config.AGENT_PAY_TO,
  price: config.AGENT_PAY_PRICE,
  prices: config.AGENT_PAY_PRICES,
  timeoutSeconds: config.AGENT_PAY_TIMEOUT,
  rpcUrl: config.AGENT_PAY_RPC_URL,
  keyFile: config.AGENT_PAY_KEY_FILE,
  facilitatorUrl: config.AGENT_PAY_FACILITATOR_URL,
})

export const payTerms = (config: Config): Terms =>
  readTerms(paySettings(config), {
    origin: config.FORMOSA_ORIGIN,
    datasets: catalogue,
    ownPayTo: () => addressOf(ownKey(config.FORMOSA_HOME, 'pay-to').key),
  })

/** A part that works, but not as the operator of a real shop would want it, is named without stopping the service. */
const said = (state: string): string =>
  state === 'ok'
    ? 'ok'
    : // What failed may name a node and its answer: that is for the log.
      `degraded: ${state.startsWith('agents cannot pay: ') ? 'agents cannot pay; the log says why' : state}`

/** Opens what settles payments, once in the process; null where agents cannot pay. */
export async function openAgents(
  { config, log, now, secret }: Context,
  database: Database,
  onState: (state: string) => void,
): Promise<Agents | null> {
  const settings = paySettings(config)
  if (modeOf(settings, config.FORMOSA_ORIGIN) === 'off') return null
  const counter = await openCounter({
    terms: payTerms(config),
    home: config.FORMOSA_HOME,
    keyFile: settings.keyFile,
    database,
    log,
    now: () => now().getTime(),
    onState: (state) => onState(said(state)),
  })
  return {
    terms: {
      terms: counter.terms,
      receiptSeed: keyFor(secret(), 'receipts'),
      badLimit: config.AGENT_PAY_BAD_LIMIT,
    },
    state: () => said(counter.state()),
    lines: counter.lines,
    close: counter.close,
  }
}

/** The desk of a serving thread. */
export function openAgent(
  { terms, receiptSeed, badLimit }: AgentTerms,
  { database, now }: { readonly database: Database; readonly now: () => Date },
  log: Logger,
): AgentServices {
  const seed = Buffer.from(receiptSeed)
  const clock = () => now().getTime()
  const strikes = createStrikes(badLimit, clock)
  const desk = openDesk({ terms, database, receiptSeed: seed, strikes, log, now: clock })
  return { desk, terms, receipts: createReceipts(seed) }
}
