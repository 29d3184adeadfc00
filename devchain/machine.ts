import { createBlock } from '@ethereumjs/block'
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import {
  Account,
  bytesToHex,
  createAddressFromString,
  createZeroAddress,
  hexToBytes,
  type PrefixedHexString,
} from '@ethereumjs/util'
import { createVM, runTx, type VM } from '@ethereumjs/vm'
import { recover } from 'tiny-secp256k1'

export type Hex = PrefixedHexString
export const gasPrice = 1_000_000_000n
export const gasLimit = 30_000_000n

/** The values a block changed, as they are after it. */
export type Writes = {
  readonly accounts: readonly (readonly [address: string, nonce: string, balance: string])[]
  readonly storage: readonly (readonly [address: string, key: string, value: string])[]
  readonly code: readonly (readonly [address: string, code: string])[]
}

export type Ran = {
  readonly failure: { readonly words: string; readonly data: Hex } | null
  readonly value: Hex
  readonly gas: bigint
  readonly logs: readonly { readonly address: Hex; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

export type Call = { readonly from?: string; readonly to?: string; readonly data?: string; readonly value?: string }

export type Transaction = {
  readonly hash: Hex
  readonly from: string
  readonly to: string | null
  readonly nonce: bigint
  readonly value: bigint
  readonly gas: bigint
  readonly data: Hex
  readonly type: number
}

/** The reason of a revert, as `require` encodes it. */
function wordsOf(data: Hex): string {
  if (!data.startsWith('0x08c379a0')) return ''
  const bytes = Buffer.from(data.slice(10), 'hex')
  return bytes.subarray(64, 64 + bytes.readUInt32BE(60)).toString()
}

/** The public key of a signature, several times faster than the machine's own function. */
function ecrecover(hash: Uint8Array, v: bigint, r: Uint8Array, s: Uint8Array): Uint8Array {
  const parity = v < 2n ? v : (v + 1n) % 2n
  // Leading zeros are missing.
  const signature = Buffer.alloc(64)
  signature.set(r, 32 - r.length)
  signature.set(s, 64 - s.length)
  const key = recover(hash, signature, Number(parity) as 0 | 1, false)
  if (!key) throw new Error('the signature has no signer')
  return key.subarray(1)
}

const at = (address: string) => createAddressFromString(address as Hex)

/** Records the keys of all writes to a state; the values are read at the end. */
function recordWrites(state: VM['stateManager']) {
  const touched = { accounts: new Set<string>(), storage: new Set<string>(), code: new Set<string>() }

  const { putAccount, putStorage, putCode } = {
    putAccount: state.putAccount.bind(state),
    putStorage: state.putStorage.bind(state),
    putCode: state.putCode.bind(state),
  }
  state.putAccount = (address, account) => {
    touched.accounts.add(address.toString())
    return putAccount(address, account)
  }
  state.putStorage = (address, key, value) => {
    touched.storage.add(`${address} ${bytesToHex(key)}`)
    return putStorage(address, key, value)
  }
  state.putCode = (address, code) => {
    touched.code.add(address.toString())
    return putCode(address, code)
  }

  const forget = () => {
    for (const set of Object.values(touched)) set.clear()
  }

  async function take(): Promise<Writes> {
    const writes = { accounts: [] as string[][], storage: [] as string[][], code: [] as string[][] }
    for (const address of touched.accounts) {
      const account = await state.getAccount(at(address))
      if (account) writes.accounts.push([address, String(account.nonce), String(account.balance)])
    }
    for (const slot of touched.storage) {
      const [address, key] = slot.split(' ') as [string, Hex]
      writes.storage.push([address, key, bytesToHex(await state.getStorage(at(address), hexToBytes(key)))])
    }
    for (const address of touched.code) writes.code.push([address, bytesToHex(await state.getCode(at(address)))])
    forget()
    return writes as unknown as Writes
  }

  return { putAccount, putStorage, putCode, take, forget }
}

function ran(
  result: {
    returnValue: Uint8Array
    exceptionError?: { error: string } | undefined
    logs?: [Uint8Array, Uint8Array[], Uint8Array][]
  },
  gas: bigint,
): Ran {
  const value = bytesToHex(result.returnValue)
  return {
    failure: result.exceptionError ? { words: wordsOf(value) || result.exceptionError.error, data: value } : null,
    value,
    gas,
    logs: (result.logs ?? []).map(([address, topics, data]) => ({
      address: bytesToHex(address),
      topics: topics.map((topic) => bytesToHex(topic)),
      data: bytesToHex(data),
    })),
  }
}

/** An Ethereum machine without blocks: runs calls and transactions, and reports their writes. */
export async function createMachine(chainId: number) {
  const common = createCustomCommon({ chainId, name: 'devchain' }, Mainnet, {
    hardfork: Hardfork.Paris,
    customCrypto: { ecrecover },
  })
  const vm = await createVM({ common })
  const state = vm.stateManager
  const writes = recordWrites(state)

  const blockAt = (number: bigint, time: number) =>
    createBlock(
      { header: { number, timestamp: BigInt(time), gasLimit, baseFeePerGas: gasPrice, difficulty: 0n } },
      { common },
    )

  const runCall = async ({ from, to, data = '0x', value = '0x0' }: Call, number: bigint, time: number) => {
    // Slots touched by an earlier call would make this one too cheap.
    await vm.evm.journal.cleanup()
    state.originalStorageCache.clear()
    const caller = from === undefined ? createZeroAddress() : at(from)
    return vm.evm.runCall({
      caller,
      origin: caller,
      ...(to === undefined ? {} : { to: at(to) }),
      data: hexToBytes(data as Hex),
      value: BigInt(value),
      gasLimit,
      gasPrice,
      block: blockAt(number, time),
    })
  }

  return {
    /** Runs a call and reverts its changes. */
    async call(call: Call, number: bigint, time: number): Promise<Ran> {
      await state.checkpoint()
      try {
        const { execResult } = await runCall(call, number, time)
        return ran(execResult, execResult.executionGasUsed)
      } finally {
        await state.revert()
        writes.forget()
      }
    },

    /** An unsigned call whose changes stay, for the faucet. */
    async perform(call: Call, number: bigint, time: number): Promise<Ran & { writes: Writes }> {
      const { execResult } = await runCall(call, number, time)
      return { ...ran(execResult, execResult.executionGasUsed), writes: await writes.take() }
    },

    read(raw: Hex): Transaction {
      const tx = createTxFromRLP(hexToBytes(raw), { common })
      return {
        hash: bytesToHex(tx.hash()),
        from: tx.getSenderAddress().toString(),
        to: tx.to?.toString() ?? null,
        nonce: tx.nonce,
        value: tx.value,
        gas: tx.gasLimit,
        data: bytesToHex(tx.data),
        type: tx.type,
      }
    },

    async transact(raw: Hex, number: bigint, time: number): Promise<Ran & { writes: Writes }> {
      const tx = createTxFromRLP(hexToBytes(raw), { common })
      const result = await runTx(vm, { tx, block: blockAt(number, time), skipHardForkValidation: true })
      return { ...ran(result.execResult, result.totalGasSpent), writes: await writes.take() }
    },

    async apply({ accounts, storage, code }: Writes): Promise<void> {
      for (const [address, text] of code) await writes.putCode(at(address), hexToBytes(text as Hex))
      for (const [address, nonce, balance] of accounts) {
        const account = (await state.getAccount(at(address))) ?? new Account()
        account.nonce = BigInt(nonce)
        account.balance = BigInt(balance)
        await writes.putAccount(at(address), account)
      }
      for (const [address, key, value] of storage)
        await writes.putStorage(at(address), hexToBytes(key as Hex), hexToBytes(value as Hex))
    },

    nonceOf: async (address: string): Promise<bigint> => (await state.getAccount(at(address)))?.nonce ?? 0n,
    balanceOf: async (address: string): Promise<bigint> => (await state.getAccount(at(address)))?.balance ?? 0n,
    codeOf: async (address: string): Promise<Hex> => bytesToHex(await state.getCode(at(address))),
  }
}
