import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../src/disk.ts'
import { DamagedError } from '../src/errors.ts'
import { createOneByOne } from '../src/pay/oneByOne.ts'
import {
  type Call,
  createMachine,
  gasLimit,
  gasPrice,
  type Hex,
  type Ran,
  type Transaction,
  type Writes,
} from './machine.ts'

/** A JSON-RPC error. */
export class ChainError extends Error {
  override name = 'ChainError'
  readonly code: number
  readonly data: string | undefined
  constructor(code: number, message: string, data?: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const hex = (value: bigint | number): Hex => `0x${BigInt(value).toString(16)}`

export type ChainLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly transactionIndex: Hex
  readonly logIndex: Hex
  readonly removed: false
}

/** A block with a transaction, as stored in the journal; empty blocks are not stored. */
type Entry = {
  readonly number: number
  readonly time: number
  readonly transaction: Readonly<Record<string, string | null>>
  readonly receipt: Readonly<Record<string, unknown>> & { readonly logs: readonly ChainLog[] }
  readonly writes: Writes
}

/** Interval between the empty blocks of an idle chain, made when it is read. */
const emptySeconds = 2

const hashOf = (number: number): Hex => `0x${createHash('sha256').update(`block ${number}`).digest('hex')}`

export type ChainOptions = {
  readonly chainId: number
  readonly now: () => number
  /** File that keeps the chain over a restart; without one the chain is in memory only. */
  readonly journal?: string
  /** The state of the first block. */
  readonly code: Readonly<Record<string, Hex>>
  readonly gas: readonly string[]
}

/** Opens the file of a chain and reads its blocks. */
function openJournal(path: string) {
  makeFolder(dirname(path))
  let fd: number | null = openSync(path, 'a+', 0o600)
  const text = readFileSync(path)
  // A kill may have truncated the last line; the next one must not be appended to it.
  const whole = text.lastIndexOf(10) + 1
  ftruncateSync(fd, whole)
  const lines = text.subarray(0, whole).toString().split('\n').slice(0, -1)
  return {
    entries: lines.map((line, n): Entry => {
      try {
        return JSON.parse(line)
      } catch (error) {
        throw new DamagedError(`Line ${n + 1} of ${path} is damaged: remove the file to begin a new chain.`, {
          cause: error,
        })
      }
    }),
    append(entry: Entry): void {
      if (fd === null) return
      writeSync(fd, `${JSON.stringify(entry)}\n`)
      fsyncSync(fd)
    },
    close(): void {
      if (fd !== null) closeSync(fd)
      fd = null
    },
  }
}

/** A block with one transaction. */
function entryOf(
  chainId: number,
  { number, time }: { readonly number: number; readonly time: number },
  tx: Transaction,
  done: Ran & { writes: Writes },
): Entry {
  const place = { blockNumber: hex(number), blockHash: hashOf(number), transactionIndex: '0x0' } as const
  return {
    number,
    time,
    transaction: {
      hash: tx.hash,
      ...place,
      from: tx.from,
      to: tx.to,
      nonce: hex(tx.nonce),
      value: hex(tx.value),
      gas: hex(tx.gas),
      gasPrice: hex(gasPrice),
      input: tx.data,
      type: hex(tx.type),
      chainId: hex(chainId),
      v: '0x0',
      r: '0x0',
      s: '0x0',
    },
    receipt: {
      transactionHash: tx.hash,
      ...place,
      from: tx.from,
      to: tx.to,
      status: done.failure ? '0x0' : '0x1',
      type: hex(tx.type),
      gasUsed: hex(done.gas),
      cumulativeGasUsed: hex(done.gas),
      effectiveGasPrice: hex(gasPrice),
      contractAddress: null,
      logsBloom: `0x${'00'.repeat(256)}`,
      logs: done.logs.map((log, i) => ({
        ...log,
        ...place,
        transactionHash: tx.hash,
        logIndex: hex(i),
        removed: false as const,
      })),
    },
    writes: done.writes,
  }
}

/** A single-node chain: mines a block for every transaction at once and writes it to a journal. */
export async function createChain({ chainId, now, journal, code, gas }: ChainOptions) {
  const machine = await createMachine(chainId)
  const entries: Entry[] = []
  const byHash = new Map<string, Entry>()
  const logs: ChainLog[] = []
  const clock = () => Math.floor(now() / 1000)
  let head = { number: 0, time: clock() }

  const keep = (entry: Entry): void => {
    entries.push(entry)
    byHash.set(entry.transaction.hash!, entry)
    logs.push(...entry.receipt.logs)
    head = { number: entry.number, time: entry.time }
  }

  const file = journal === undefined ? null : openJournal(journal)
  for (const entry of file?.entries ?? []) {
    await machine.apply(entry.writes)
    keep(entry)
  }
  for (const [address, text] of Object.entries(code))
    if ((await machine.codeOf(address)) === '0x')
      await machine.apply({ accounts: [], storage: [], code: [[address, text]] })
  for (const address of gas)
    if ((await machine.balanceOf(address)) < 10n ** 20n)
      await machine.apply({
        accounts: [[address, String(await machine.nonceOf(address)), String(10n ** 24n)]],
        storage: [],
        code: [],
      })

  // The machine has one state.
  const oneByOne = createOneByOne()

  /** The newest block; an idle chain makes empty ones as time passes. */
  function latest(): { number: number; time: number } {
    if (clock() >= head.time + emptySeconds) head = { number: head.number + 1, time: clock() }
    return head
  }
  const next = () => ({ number: head.number + 1, time: Math.max(clock(), head.time) })

  function record(number: number, time: number, tx: Transaction, done: Ran & { writes: Writes }): Hex {
    const entry = entryOf(chainId, { number, time }, tx, done)
    file?.append(entry)
    keep(entry)
    return tx.hash
  }

  return {
    chainId,
    machine,
    latest,
    logs: logs as readonly ChainLog[],
    find: (hash: string) => byHash.get(hash),
    /** Empty blocks are made when they are read. */
    block(number: number) {
      const latestNumber = latest().number
      if (number < 0 || number > latestNumber) return null
      const before = entries.findLast((entry) => entry.number <= number)
      const own = before?.number === number ? before : undefined
      const time = number === latestNumber ? head.time : (before?.time ?? entries[0]?.time ?? head.time)
      return { number, time, hash: hashOf(number), parent: hashOf(number - 1), transaction: own?.transaction.hash }
    },

    call: (call: Call): Promise<Ran> =>
      oneByOne(() => {
        const { number, time } = next()
        return machine.call(call, BigInt(number), time)
      }),

    send: (raw: Hex): Promise<Hex> =>
      oneByOne(async () => {
        const tx = machine.read(raw)
        if (byHash.has(tx.hash)) throw new ChainError(-32_000, 'already known')
        const expected = await machine.nonceOf(tx.from)
        if (tx.nonce !== expected)
          throw new ChainError(
            -32_000,
            `nonce too ${tx.nonce < expected ? 'low' : 'high'}: next nonce ${expected}, tx nonce ${tx.nonce}`,
          )
        const { number, time } = next()
        let done: Ran & { writes: Writes }
        try {
          done = await machine.transact(raw, BigInt(number), time)
        } catch (error) {
          throw new ChainError(-32_000, (error as Error).message.split('\n')[0]!)
        }
        return record(number, time, tx, done)
      }),

    /** An unsigned transaction, for the faucet. */
    perform: (call: Required<Pick<Call, 'from' | 'to' | 'data'>>): Promise<Hex> =>
      oneByOne(async () => {
        const { number, time } = next()
        const done = await machine.perform(call, BigInt(number), time)
        if (done.failure) throw new ChainError(3, `execution reverted: ${done.failure.words}`, done.failure.data)
        const hash: Hex = `0x${createHash('sha256').update(`faucet ${number}`).digest('hex')}`
        const rest = { nonce: 0n, value: 0n, gas: gasLimit, type: 0 }
        return record(number, time, { hash, from: call.from, to: call.to, data: call.data as Hex, ...rest }, done)
      }),

    close: () => file?.close(),
  }
}

export type Chain = Awaited<ReturnType<typeof createChain>>
