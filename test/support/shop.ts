import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Problem } from '../../src/errors.ts'
import { createBroadcaster } from '../../src/pay/broadcaster.ts'
import { openChain } from '../../src/pay/chain.ts'
import { extensionsOf } from '../../src/pay/extensions.ts'
import { createFacilitator } from '../../src/pay/facilitator.ts'
import { createLedger } from '../../src/pay/ledger/ledger.ts'
import { createMinuteLimit } from '../../src/pay/minuteLimit.ts'
import { createNotifier } from '../../src/pay/notifier.ts'
import type { PaidRequest } from '../../src/pay/paidRequest.ts'
import { type PaySettings, priceOf, readPaymentTerms } from '../../src/pay/paymentTerms.ts'
import { createPaywall } from '../../src/pay/paywall.ts'
import { createReceipts } from '../../src/pay/receipt.ts'
import { createSettler } from '../../src/pay/settler.ts'
import type { Submitter } from '../../src/pay/settling.ts'
import { openDatabase, type Place } from '../../src/store/database.ts'
import { until } from './until.ts'

/** Accounts with gas; shops that are open at once each have their own. */
export const settlerKeys = Array.from({ length: 64 }, (_, n) => `0x${(n + 1).toString(16).padStart(64, '5e')}` as const)
export const settlerKey = settlerKeys[0]!
export const payTo = '0x00000000000000000000000000000000000000fe'

export type ShopOptions = {
  readonly place: Place
  readonly mode?: 'verify-only' | 'onchain' | 'facilitator'
  readonly rpcUrl?: string
  readonly settler?: `0x${string}`
  readonly facilitatorUrl?: string
  readonly settings?: Partial<PaySettings>
  /** How many rows an answer has. */
  readonly rows?: number
  /** How long a query takes, and what it throws instead of an answer. */
  readonly computeMs?: number
  readonly compute?: () => void | Promise<void>
  readonly now?: () => number
  readonly rpcMs?: number
  readonly claimMs?: number
  readonly waitMs?: number
  readonly leaseMs?: number
  readonly badLimit?: number
  /** Whether this process settles; another one on the same ledger may. */
  readonly hasSettler?: boolean
  readonly logLevel?: string
}

const datasets = { TaiwanStockPrice: 'lite', TaiwanStockPER: 'free', TaiwanIndex5Seconds: 'plus' } as const

/** The smallest shop that takes payments: a bare server, the paywall, and a settler behind it. */
export async function openShop(options: ShopOptions) {
  const { mode = 'onchain', rpcUrl, facilitatorUrl, now = Date.now } = options
  const log = pino({ level: options.logLevel ?? 'silent' })
  const terms = {
    ...readPaymentTerms(
      {
        mode,
        network: 'eip155:84532',
        asset: undefined,
        assetName: undefined,
        assetVersion: undefined,
        payTo,
        price: '1000',
        prices: undefined,
        timeoutSeconds: 60,
        rpcUrl,
        keyFile: undefined,
        facilitatorUrl,
        ...options.settings,
      },
      { origin: 'demo', datasets: [], ownPayTo: () => payTo, isSettler: false },
    ),
  }
  const database = await openDatabase(options.place)
  const ledger = createLedger(database, now)
  const notifier = createNotifier()
  const chain = mode === 'verify-only' ? null : openChain(rpcUrl!, terms, now, { timeoutMs: options.rpcMs ?? 5_000 })
  const facilitator =
    facilitatorUrl === undefined ? null : createFacilitator(facilitatorUrl, terms, { askMs: 3_000, settleMs: 5_000 })
  const submitter: Submitter | null = facilitator
    ? { kind: 'facilitator', facilitator }
    : chain && {
        kind: 'broadcaster',
        broadcaster: createBroadcaster(chain.rpc, {
          key: options.settler ?? settlerKey,
          chainId: terms.chainId,
          asset: terms.asset,
          ledger,
        }),
      }
  const settler = createSettler({
    ledger,
    notifier,
    log,
    now,
    target: chain && submitter ? { chain, submitter, network: terms.network } : null,
    pollMs: 100,
    retryMs: 250,
    resendMs: 600,
    leaseMs: options.leaseMs ?? 10_000,
  })
  if (options.hasSettler ?? true) settler.start()
  const paywall = createPaywall({
    terms,
    ledger,
    receipts: createReceipts(Buffer.alloc(32, 7)),
    notifier,
    failures: createMinuteLimit(options.badLimit ?? 1_000, now),
    log,
    now,
    chain,
    facilitator,
    ...(options.claimMs === undefined ? {} : { claimMs: options.claimMs }),
    ...(options.waitMs === undefined ? {} : { waitMs: options.waitMs }),
  })
  let queries = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://shop')
    const name = pathname.replace('/v1/agent/', '')
    const tier = datasets[name as keyof typeof datasets]
    const send = (status: number, headers: readonly string[], body: Buffer | string) => {
      response.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(body))])
      response.end(body)
    }
    const json = ['Content-Type', 'application/json; charset=utf-8']
    if (tier === undefined)
      return send(404, json, JSON.stringify({ detail: 'no such dataset', code: 'unknown_dataset' }))
    searchParams.sort()
    const resource = `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`
    const paid: PaidRequest = {
      dataset: name,
      resource,
      key: resource,
      sender: String(request.headers['x-sender'] ?? request.socket.remoteAddress),
      offer: {
        url: `${url}${resource}`,
        description: `Taiwan market data: ${name}`,
        price: priceOf(terms, { name, tier }),
        extensions: extensionsOf({
          method: 'GET',
          parameters: { stock_id: { type: 'string' }, limit: { type: 'string' } },
          example: { stock_id: '2330', limit: '5' },
          answer: { dataset: name, tier_used: tier, count: 0, data: [], cursor: null },
        }),
      },
      async compute() {
        queries++
        await new Promise((resolve) => setTimeout(resolve, options.computeMs ?? 0))
        await options.compute?.()
        const row = { stock_id: searchParams.get('stock_id') ?? '2330', close: '543.0000', query: queries }
        const data = Array.from({ length: options.rows ?? 1 }, () => row)
        const body = { dataset: name, tier_used: tier, count: data.length, data, cursor: null }
        return {
          body: Buffer.from(JSON.stringify(body)),
          headers: [...json, 'X-Data-Version', 'v1'],
          dataVersion: 'v1',
        }
      },
    }
    try {
      const payment = await paywall.read(request.headers, paid)
      if (!payment) throw paywall.unpaid(paid)
      const paidResponse = await paywall.charge(payment, paid)
      response.once('finish', () => void paidResponse.onSent())
      send(200, paidResponse.headers, paidResponse.body)
    } catch (error) {
      if (!(error instanceof Problem)) {
        log.error({ err: error }, 'request failed')
        return send(500, json, JSON.stringify({ detail: 'internal', code: 'internal' }))
      }
      const body = JSON.stringify({ detail: error.detail('en'), code: error.code, ...error.extra('en') })
      send(error.status, [...json, ...Object.entries(error.headers).flat()], body)
    }
  }

  const server = createServer({ maxHeaderSize: 16_384 }, (request, response) => void handle(request, response))
  // A pause of a busy process is no reason to close a connection that a client is about to use.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    place: options.place,
    terms,
    ledger,
    database,
    paywall,
    settler,
    queries: () => queries,
    /** Waits for the ledger to say that every page was delivered, which it does once the last byte has left. */
    async untilServed(): Promise<void> {
      const unserved = database.db.selectFrom('agent_payments').select('id').where('served_at', 'is', null)
      await until('every page is delivered', async () => (await unserved.execute()).length === 0)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await settler.stop()
      notifier.close()
      await database.close()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>
