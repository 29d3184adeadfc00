import { catalogue } from '../../catalogue/index.ts'
import { MissingError, NetworkError, SettingError, UsageError } from '../../errors.ts'
import { checksummed, isAddress } from '../../pay/address.ts'
import { openChain } from '../../pay/chain.ts'
import { type Entry, iso } from '../../pay/ledger/entry.ts'
import { createLedger } from '../../pay/ledger/ledger.ts'
import { askName, type PaymentTerms, settles, sqlName } from '../../pay/paymentTerms.ts'
import { type Reconciliation, reconcile } from '../../pay/reconciliation.ts'
import {
  csvOf,
  findPayment,
  inDollars,
  listPayments,
  type PaymentFilter,
  paidInLedger,
  totalsOf,
} from '../../pay/reports.ts'
import { Refused, Reverted, Unavailable } from '../../pay/rpc.ts'
import { WrongChain } from '../../pay/token.ts'
import { note } from '../../store/auditTrail.ts'
import type { Database } from '../../store/database.ts'
import { paymentTerms } from '../agent.ts'
import type { Context, Flags, Run } from '../command.ts'
import { countOf, oneOf, taipeiMidnight } from '../flags.ts'
import { notice, print, printTable } from '../output.ts'
import { withDatabase } from './database.ts'

const states = ['claimed', 'settling', 'settled', 'deferred', 'failed', 'external'] as const satisfies Entry['state'][]

function dayStart(day: string): number {
  const ms = taipeiMidnight(day)
  if (Number.isNaN(ms)) throw new UsageError(`--since must be a day written as 2026-11-13, and is '${day}'.`)
  return ms
}

function filterOf({ state, dataset, payer, since }: Flags): PaymentFilter {
  if (
    dataset !== undefined &&
    dataset !== askName &&
    dataset !== sqlName &&
    !catalogue.some(({ name }) => name === dataset)
  )
    throw new MissingError(`There is no dataset named ${dataset}; "formosa datasets" lists them.`)
  if (payer !== undefined && !isAddress(payer))
    throw new UsageError('--payer must be an address with a right checksum.')
  return {
    ...(state === undefined ? {} : { state: oneOf('--state', state, states) }),
    ...(dataset === undefined ? {} : { dataset }),
    ...(payer === undefined ? {} : { payer }),
    ...(since === undefined ? {} : { since: dayStart(since) }),
  }
}

/** The payments that the flags choose; those flags are checked before the database is opened. */
function paymentsOf(context: Context, flags: Flags, limit?: number): Promise<Entry[]> {
  const filter = { ...filterOf(flags), ...(limit === undefined ? {} : { limit }) }
  return withDatabase(context, (database) => listPayments(database, filter))
}

export const paymentsList: Run = async (context, flags) => {
  const most = countOf('limit', flags.limit!, 1)
  const found = await paymentsOf(context, flags, most + 1)
  printTable(
    ['id', 'first seen', 'state', 'dataset', 'payer', 'amount', 'transaction'],
    found
      .slice(0, most)
      .map(({ id, createdAt, state, dataset, payer, value, txHash }) => [
        ...[id, iso(createdAt), state, dataset, checksummed(payer), inDollars(value), txHash],
      ]),
  )
  if (found.length > most) notice(`There are more than these ${most}; --limit shows more.`)
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : iso(ms))

/** The fields of a payment for people. */
const linesOf = (entry: Entry): [string, unknown][] => [
  ['id', entry.id],
  ['state', entry.state],
  ['reason', entry.reason],
  ['mode', entry.mode],
  ['network', `eip155:${entry.chainId}`],
  ['asset', checksummed(entry.asset)],
  ['dataset', entry.dataset],
  ['resource', entry.resource],
  ['payer', checksummed(entry.payer)],
  ['pay to', checksummed(entry.payTo)],
  ['amount', `${inDollars(entry.value)} (${entry.value} atomic units)`],
  ['nonce', entry.nonce],
  ['valid before', iso(Number(entry.validBefore) * 1000)],
  ['transaction', entry.txHash],
  ['block', entry.block],
  ['gas in wei', entry.fee],
  ['attempts', entry.attempts],
  ['first seen', timeOf(entry.createdAt)],
  ['settled', timeOf(entry.settledAt)],
  ['served', timeOf(entry.servedAt)],
  ['replays', entry.replays],
  ['SHA-256 of the body', entry.bodyHash],
  ['data version', entry.dataVersion],
]

export const paymentsShow: Run = async (context, _, operands) => {
  const name = operands[0]!
  if (!/^(\d{1,9}|0x[0-9a-fA-F]{64})$/.test(name))
    throw new UsageError(`'${name}' is no number of a payment, transaction or nonce (0x and 64 digits).`)
  const entry = await withDatabase(context, (database) => findPayment(database, name))
  if (!entry) throw new MissingError(`There is no payment ${name}; "formosa payments list" shows them.`)
  printTable(['field', 'value'], linesOf(entry))
}

export const paymentsTotals: Run = async (context, flags) => {
  const entries = await paymentsOf(context, flags)
  printTable(
    ['day', 'dataset', 'state', 'payments', 'amount', 'gas in wei'],
    totalsOf(entries).map(({ day, dataset, state, count, amount, gas }) => [
      ...[day, dataset, state, count, inDollars(amount), gas],
    ]),
  )
  const paid = entries.filter(({ state }) => state === 'settled' || state === 'external')
  const sum = paid.reduce((total, { value }) => total + BigInt(value), 0n)
  notice(`Paid in all: ${inDollars(sum)} by ${paid.length} payments.`)
}

export const paymentsExport: Run = async (context, flags) => print(csvOf(await paymentsOf(context, flags)))

/** The first block to read: that of the first payment in the ledger. */
async function firstBlock(database: Database, { network }: PaymentTerms): Promise<bigint> {
  const blocks = [...(await paidInLedger(database, network)).values()].flatMap(({ block }) => block ?? [])
  if (blocks.length === 0)
    throw new UsageError('The ledger has no payment yet that tells where to begin: give --from-block.')
  return BigInt(blocks.map(Number).reduce((least, block) => Math.min(least, block)))
}

/** Prints both sides and where they differ; true where they agree. */
async function report(database: Database, found: Reconciliation): Promise<boolean> {
  const { fromBlock, toBlock, chain, ledger, unknown, missing, concluded, open } = found
  const section = (title: string, ...[columns, rows]: Parameters<typeof printTable>): void => {
    if (rows.length === 0) return
    print(`\n${title}\n`)
    printTable(columns, rows)
  }
  print(`Blocks ${fromBlock} to ${toBlock}\n\n`)
  const sides = Object.entries({ chain, ledger })
  printTable(
    ['side', 'payments', 'amount', 'atomic units'],
    sides.map(([side, { count, amount }]) => [side, count, inDollars(amount), amount]),
  )
  const states = await Promise.all(unknown.map(async ({ nonce }) => (await findPayment(database, nonce))?.state))
  section(
    'On the chain, and not paid in the ledger',
    ['block', 'transaction', 'payer', 'amount', 'in the ledger'],
    unknown.map((one, i) => [one.block, one.transaction, checksummed(one.payer), inDollars(one.amount), states[i]]),
  )
  section(
    'Paid in the ledger, and not on the chain',
    ['id', 'block', 'transaction', 'amount'],
    missing.map(({ id, block, txHash, value }) => [id, block, txHash, inDollars(value)]),
  )
  section(
    'Concluded by this look',
    ['id', 'outcome'],
    concluded.map(({ id, outcome }) => [id, outcome]),
  )
  print(`\nStill open: ${open}\n`)
  const isSame = unknown.length === 0 && missing.length === 0 && chain.amount === ledger.amount
  print(isSame ? 'The ledger and the chain agree.\n' : 'The ledger and the chain differ.\n')
  return isSame
}

export const paymentsReconcile: Run = async (context, { 'from-block': from, rpc }) => {
  const given = from === undefined ? null : BigInt(countOf('from-block', from, 0))
  const terms = paymentTerms(context.config)
  if (!settles(terms))
    throw new SettingError(
      `AGENT_PAY_MODE is ${terms.mode} and moves no money: run this with the settings of the service that takes payments.`,
    )
  const url = rpc ?? terms.rpcUrl!
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--rpc must be the http(s) address of a node, and is '${url}'.`)
  const now = () => context.now().getTime()
  const chain = openChain(url, terms, now)
  return withDatabase(context, async (database) => {
    try {
      await chain.token.check()
      const { number: head } = await chain.token.head()
      const fromBlock = given ?? (await firstBlock(database, terms))
      if (fromBlock > head)
        throw new UsageError(`The chain ends at block ${head}: there is nothing to see from ${fromBlock} on.`)
      const found = await reconcile(database, createLedger(database, now), chain, terms, { fromBlock })
      const isSame = await report(database, found)
      const detail = `blocks ${found.fromBlock} to ${found.toBlock} ${isSame ? 'agree' : 'differ'}`
      await note(database.db, database.actor, { action: 'payments.reconcile', userId: null, detail })
      return isSame ? 0 : 1
    } catch (error) {
      if ([Unavailable, Refused, Reverted, WrongChain].some((kind) => error instanceof kind))
        throw new NetworkError(`The chain cannot be read: ${(error as Error).message}.`, { cause: error })
      throw error
    }
  })
}
