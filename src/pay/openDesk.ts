import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { createBell } from './bell.ts'
import { openChain } from './chain.ts'
import { createDesk, type Desk } from './desk.ts'
import { createFacilitator } from './facilitator.ts'
import { createLedger } from './ledger/ledger.ts'
import { createReceipts } from './receipt.ts'
import type { Strikes } from './strikes.ts'
import { settles, type Terms } from './terms.ts'

/** The desk of a serving thread; the counter that settles runs once in the process. */
export function openDesk({
  terms,
  database,
  receiptSeed,
  strikes,
  log,
  now,
}: {
  readonly terms: Terms
  readonly database: Database
  /** 32 bytes that follow from the installation's secret. */
  readonly receiptSeed: Buffer
  readonly strikes: Strikes
  readonly log: Logger
  readonly now: () => number
}): Desk & { readonly close: () => void } {
  const bell = createBell()
  const desk = createDesk({
    terms,
    ledger: createLedger(database, now),
    receipts: createReceipts(receiptSeed),
    bell,
    strikes,
    log,
    now,
    chain: settles(terms) ? openChain(terms.rpcUrl!, terms, now) : null,
    facilitator: terms.mode === 'facilitator' ? createFacilitator(terms.facilitatorUrl!, terms) : null,
  })
  return { ...desk, close: bell.close }
}
