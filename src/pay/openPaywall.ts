import type { Database } from '../store/database.ts'
import { openChain } from './chain.ts'
import { createFacilitator } from './facilitator.ts'
import { createLedger } from './ledger/ledger.ts'
import { createNotifier } from './notifier.ts'
import { settles } from './paymentTerms.ts'
import { createPaywall, type PaywallOptions } from './paywall.ts'
import { createReceipts } from './receipt.ts'

type OpenOptions = Pick<PaywallOptions, 'terms' | 'failures' | 'log' | 'now'> & {
  readonly database: Database
  /** 32 bytes derived from the installation's secret. */
  readonly receiptSeed: Buffer
}

/** Opens the paywall of a serving thread; settlement runs once in the process. */
export function openPaywall({ database, receiptSeed, ...options }: OpenOptions) {
  const { terms, now } = options
  const notifier = createNotifier()
  const paywall = createPaywall({
    ...options,
    ledger: createLedger(database, now),
    receipts: createReceipts(receiptSeed),
    notifier,
    chain: settles(terms) ? openChain(terms.rpcUrl!, terms, now) : null,
    facilitator: terms.mode === 'facilitator' ? createFacilitator(terms.facilitatorUrl!, terms) : null,
  })
  return { ...paywall, close: notifier.close }
}
