import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { word } from '../src/pay/eip3009.ts'
import { chainIdOf, networks } from '../src/pay/networks.ts'
import { type Chain, ChainError, type ChainLog, type ChainOptions, createChain, hex } from './chain.ts'
import { type Call, gasLimit, gasPrice, type Hex, type Ran } from './machine.ts'
import standIn from './standin.json' with { type: 'json' }

type Params = readonly unknown[]
type Method = (params: Params) => unknown

/** The network that the chain stands in for: it has its chain id, so that signatures would be valid there too. */
export const network = 'eip155:84532'
const noHash = `0x${'00'.repeat(32)}`
const faucet = `0x${'fa'.repeat(20)}`

function result(ran: Ran): Ran {
  if (ran.failure)
    throw new ChainError(
      3,
      ran.failure.words ? `execution reverted: ${ran.failure.words}` : 'execution reverted',
      ran.failure.data,
    )
  return ran
}

const asList = (value: unknown): readonly string[] | null =>
  value === undefined || value === null ? null : ([value].flat() as string[]).map((text) => text.toLowerCase())

/** The methods that wallets, viem and our own settler use. */
function methodsOf(chain: Chain, token: string): Readonly<Record<string, Method>> {
  const { machine } = chain
  const numberOf = (tag: unknown, newest = chain.latest().number): number =>
    typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : tag === 'earliest' ? 0 : newest

  const blockOf = (tag: unknown) => {
    const block = chain.block(numberOf(tag))
    if (!block) return null
    return {
      number: hex(block.number),
      hash: block.hash,
      parentHash: block.number === 0 ? noHash : block.parent,
      timestamp: hex(block.time),
      baseFeePerGas: hex(gasPrice),
      gasLimit: hex(gasLimit),
      gasUsed: '0x0',
      transactions: block.transaction ? [block.transaction] : [],
      miner: `0x${'00'.repeat(20)}`,
      difficulty: '0x0',
      totalDifficulty: '0x0',
      extraData: '0x',
      logsBloom: `0x${'00'.repeat(256)}`,
      nonce: '0x0000000000000000',
      mixHash: noHash,
      receiptsRoot: noHash,
      sha3Uncles: noHash,
      stateRoot: noHash,
      transactionsRoot: noHash,
      size: '0x0',
      uncles: [],
    }
  }

  /** Only the newest state is stored. */
  const call = (params: Params): Promise<Ran> => {
    const newest = chain.latest().number
    if (numberOf(params[1], newest) !== newest) throw new ChainError(-32_001, 'this chain keeps the newest state alone')
    return chain.call(params[0] as Call & { input?: string }).then(result)
  }

  const logsOf = ([filter]: Params): ChainLog[] => {
    const { fromBlock, toBlock, address, topics = [] } = filter as Record<string, unknown> & { topics?: unknown[] }
    const [from, to] = [numberOf(fromBlock), numberOf(toBlock)]
    const addresses = asList(address)
    const wanted = topics.map(asList)
    return chain.logs.filter(
      (log) =>
        Number(log.blockNumber) >= from &&
        Number(log.blockNumber) <= to &&
        (!addresses || addresses.includes(log.address)) &&
        wanted.every((list, i) => !list || list.includes(log.topics[i] ?? '')),
    )
  }

  return {
    web3_clientVersion: () => 'formosa-devchain',
    net_version: () => String(chain.chainId),
    eth_chainId: () => hex(chain.chainId),
    eth_syncing: () => false,
    eth_blockNumber: () => hex(chain.latest().number),
    eth_gasPrice: () => hex(gasPrice),
    eth_maxPriorityFeePerGas: () => '0x0',
    eth_getBlockByNumber: ([tag]) => blockOf(tag),
    eth_getBalance: async ([address]) => hex(await machine.balanceOf(address as string)),
    eth_getTransactionCount: async ([address]) => hex(await machine.nonceOf(address as string)),
    eth_getCode: ([address]) => machine.codeOf(address as string),
    eth_call: async (params) => (await call(params)).value,
    eth_estimateGas: async (params) => {
      const { gas } = await call(params)
      const { data = '0x' } = params[0] as Call
      // The base cost, the bytes at their highest price, and 10 % more.
      return hex(((gas + 21_000n + BigInt(data.length) * 8n) * 11n) / 10n)
    },
    eth_sendRawTransaction: ([raw]) => chain.send(raw as Hex),
    eth_getTransactionReceipt: ([hash]) => chain.find(hash as string)?.receipt ?? null,
    eth_getTransactionByHash: ([hash]) => chain.find(hash as string)?.transaction ?? null,
    eth_getLogs: logsOf,
    /** The faucet, which no real chain has. */
    formosa_mint: ([to, value]) =>
      chain.perform({
        from: faucet,
        to: token,
        data: `0x40c10f19${word(to as string).toString('hex')}${word(String(value)).toString('hex')}`,
      }),
  }
}

async function answer(methods: Readonly<Record<string, Method>>, message: unknown): Promise<object> {
  const { id = null, method, params = [] } = (message ?? {}) as { id?: unknown; method?: string; params?: Params }
  try {
    const known = Object.hasOwn(methods, String(method)) ? methods[String(method)] : undefined
    if (!known) throw new ChainError(-32_601, `the method ${String(method)} is not known here`)
    return { jsonrpc: '2.0', id, result: await known(params) }
  } catch (error) {
    const { code = -32_602, message, data } = error as Partial<ChainError>
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
}

async function serve(methods: Readonly<Record<string, Method>>, request: IncomingMessage, response: ServerResponse) {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const message = JSON.parse(Buffer.concat(chunks).toString())
    const reply = Array.isArray(message)
      ? await Promise.all(message.map((one) => answer(methods, one)))
      : await answer(methods, message)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  } catch {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('This is a JSON-RPC endpoint: send a JSON message.\n')
  }
}

export type Devchain = Awaited<ReturnType<typeof startDevchain>>

type DevchainOptions = Omit<ChainOptions, 'chainId' | 'code'> & { readonly port?: number }

/** Starts a chain with a stand-in token at the address of USDC, and JSON-RPC on the loopback. */
export async function startDevchain({ port = 0, ...options }: DevchainOptions) {
  const token = networks[network]!.token!.address
  const chain = await createChain({
    ...options,
    chainId: chainIdOf(network),
    code: { [token.toLowerCase()]: standIn.code as Hex },
  })
  const methods = methodsOf(chain, token)
  const server = createServer((request, response) => void serve(methods, request, response))
  // A pause of a busy process is no reason to close a connection that a client is about to use.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    async balanceOf(owner: string): Promise<bigint> {
      const { value } = result(await chain.call({ to: token, data: `0x70a08231${word(owner).toString('hex')}` }))
      return BigInt(value)
    },
    /** Mints tokens for an address. */
    async mint(to: string, value: bigint): Promise<void> {
      await methods.formosa_mint!([to, String(value)])
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          chain.close()
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
