import { join } from 'node:path'
import type { Logger } from 'pino'
import { keyFor } from '../access/secret.ts'
import { catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { AgentServices } from '../http/services.ts'
import { openChain } from '../pay/chain.ts'
import { createFacilitator } from '../pay/facilitator.ts'
import { createLedger } from '../pay/ledger/ledger.ts'
import { createMinuteLimit } from '../pay/minuteLimit.ts'
import { createNotifier } from '../pay/notifier.ts'
import { modeOf, type PaymentTerms, readPaymentTerms, settles } from '../pay/paymentTerms.ts'
import { createPaywall } from '../pay/paywall.ts'
import { createReceipts } from '../pay/receipt.ts'
import { openSettlement, type PaymentState } from '../pay/settlement.ts'
import { addressOf, ownKey } from '../pay/wallets.ts'
import type { Database } from '../store/database.ts'
import type { Context } from './command.ts'

/** The options of a serving thread's paywall. */
export type AgentOptions = {
  readonly terms: PaymentTerms
  readonly receiptSeed: Uint8Array
  readonly badLimit: number
}

/** The payment settings, not yet validated. */
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

export const paymentTerms = (config: Config): PaymentTerms =>
  readPaymentTerms(paySettings(config), {
    origin: config.FORMOSA_ORIGIN,
    datasets: catalogue,
    ownPayTo: () => addressOf(ownKey(join(config.FORMOSA_HOME, 'agent'), 'pay-to').key),
    isSettler: isSettler(config),
  })

/** A reader takes payments; writers settle them. */
const isSettler = ({ FORMOSA_ROLE }: Config): boolean => FORMOSA_ROLE !== 'reader'

/** The states for `/readyz`; none stops the service. */
const paymentChecks: Readonly<Record<PaymentState, string>> = {
  ok: 'ok',
  verify_only: 'ok: verify-only: signatures are checked and no money moves',
  unreachable: 'degraded: payments cannot be checked; the log says why',
  refused: 'degraded: agents cannot pay; the log says why',
}

/** Opens the settlement of payments, once in the process; null where agents cannot pay. */
export async function openAgents(
  { config, log, now, secret }: Context,
  database: Database,
  onState: (state: string) => void,
  maySettle: () => boolean,
) {
  const settings = paySettings(config)
  if (modeOf(settings, config.FORMOSA_ORIGIN) === 'off') return null
  const terms = paymentTerms(config)
  const settlement = await openSettlement({
    terms,
    keyFile: settings.keyFile,
    database,
    log,
    now: () => now().getTime(),
    onState: (state) => onState(paymentChecks[state]),
    maySettle,
    isSettler: isSettler(config),
  })
  return {
    options: {
      terms,
      receiptSeed: keyFor(secret(), 'receipts'),
      badLimit: config.AGENT_PAY_BAD_LIMIT,
    } satisfies AgentOptions,
    state: () => paymentChecks[settlement.state()],
    lines: settlement.lines,
    close: settlement.close,
  }
}

/** The paywall of a serving thread; settlement runs once in the process. */
export function openAgent(
  { terms, receiptSeed, badLimit }: AgentOptions,
  { database, now }: { readonly database: Database; readonly now: () => Date },
  log: Logger,
): AgentServices {
  const clock = () => now().getTime()
  const receipts = createReceipts(Buffer.from(receiptSeed))
  const paywall = createPaywall({
    ...{ terms, receipts, log, now: clock },
    ledger: createLedger(database, clock),
    notifier: createNotifier(),
    failures: createMinuteLimit(badLimit, clock),
    chain: settles(terms) ? openChain(terms.rpcUrl!, terms, clock) : null,
    facilitator: terms.mode === 'facilitator' ? createFacilitator(terms.facilitatorUrl!, terms) : null,
  })
  return { paywall, terms, receipts }
}
