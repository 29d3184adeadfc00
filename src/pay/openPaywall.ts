import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { openChain } from './chain.ts'
import { createFacilitator } from './facilitator.ts'
import type { FailureLimit } from './failureLimit.ts'
import { createLedger } from './ledger/ledger.ts'
import { createNotifier } from './notifier.ts'
import { type PaymentTerms, settles } from './paymentTerms.ts'
import { createPaywall, type Paywall } from './paywall.ts'
import { createReceipts } from './receipt.ts'

/** Opens the paywall of a serving thread; settlement runs once in the process. */
export function openPaywall({
  terms,
  database,
  receiptSeed,
  failures,
  log,
  now,
}: {
  readonly terms: PaymentTerms
  readonly database: Database
  /** 32 bytes derived from the installation's secret. */
  readonly receiptSeed: Buffer
  readonly failures: FailureLimit
  readonly log: Logger
  readonly now: () => number
}): Paywall & { readonly close: () => void } {
  const notifier = createNotifier()
  const paywall = createPaywall({
    terms,
    ledger: createLedger(database, now),
    receipts: createReceipts(receiptSeed),
    notifier,
    failures,
    log,
    now,
    chain: settles(terms) ? openChain(terms.rpcUrl!, terms, now) : null,
    facilitator: terms.mode === 'facilitator' ? createFacilitator(terms.facilitatorUrl!, terms) : null,
  })
  return { ...paywall, close: notifier.close }
}
