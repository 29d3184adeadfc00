/**
 * What bad payments cost people with keys: their 99th percentile while 200 bad signatures a second arrive, against the
 * same while 200 plain requests a second arrive that get 402. The target is twice as long at most.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtAt, copyOfFew, copyOfFixture } from '../test/support/fixture.ts'
import { keyOf, startService } from '../test/support/service.ts'

/** `--short` is to see that all of it works. */
const isShort = process.argv.includes('--short')
const seconds = isShort ? 0.5 : 8
const perSecond = isShort ? 20 : 200
const rounds = isShort ? 1 : 3
const target = 2

const root = mkdtempSync(join(tmpdir(), 'formosa-bench-pay-'))
const home = await (isShort ? copyOfFew : copyOfFixture)(join(root, 'home'))
// The clock stands, so that no day falls due.
const service = await startService(home, { ADDRESS_LIMIT: '0', AGENT_PAY_BAD_LIMIT: '100000', FORMOSA_NOW: builtAt })

function send(agent: Agent, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
    })
    sent.on('error', reject)
    sent.end()
  })
}

try {
  const key = await keyOf(home, 'plus')
  const path = '/v1/agent/TaiwanStockPrice?stock_id=2330&limit=5'
  const challenge = (await fetch(service.url + path)).headers.get('payment-required')!
  const { accepts } = JSON.parse(Buffer.from(challenge, 'base64').toString()) as {
    accepts: readonly { payTo: string; amount: string }[]
  }
  const accepted = accepts[0]!

  /** A payment that is right in everything but who signed it: the dearest to refuse. */
  function badPayment(): string {
    const authorization = {
      from: `0x${randomBytes(20).toString('hex')}`,
      to: accepted.payTo,
      value: accepted.amount,
      validAfter: '0',
      validBefore: String(Math.floor(Date.now() / 1_000) + 60),
      nonce: `0x${randomBytes(32).toString('hex')}`,
    }
    const low = Buffer.concat([randomBytes(32), Buffer.from([0x3f]), randomBytes(31), Buffer.from([27])])
    const payload = { signature: `0x${low.toString('hex')}`, authorization }
    return Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload })).toString('base64')
  }

  /** The 99th percentile, in ms, of people who read with a key, a little below what the service can do. */
  async function p99(kind: 'plain' | 'bad'): Promise<number> {
    const readers = new Agent({ keepAlive: true, maxSockets: 8 })
    const payers = new Agent({ keepAlive: true, maxSockets: 32 })
    const times: number[] = []
    const statuses = new Map<number, number>()
    let isOver = false
    const paying = (async () => {
      const under: Promise<void>[] = []
      const began = performance.now()
      for (let n = 0; n < seconds * perSecond; n++) {
        const wait = began + (n * 1_000) / perSecond - performance.now()
        if (wait > 0) await sleep(wait)
        const headers: Record<string, string> = kind === 'bad' ? { 'X-PAYMENT': badPayment() } : {}
        under.push(
          send(payers, path, headers).then((status) => {
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
          }),
        )
      }
      await Promise.all(under)
      isOver = true
    })()
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const began = performance.now()
        // Free of quota, so that a round may be as long as it likes; the work is that of a page.
        await send(readers, '/v1/key/info', { Authorization: `Bearer ${key}` })
        times.push(performance.now() - began)
        await sleep(10)
      }
    })
    await Promise.all([paying, ...reading])
    readers.destroy()
    payers.destroy()
    if (statuses.size !== 1 || !statuses.has(402)) throw new Error(`unexpected answers: ${[...statuses]}`)
    times.sort((a, b) => a - b)
    return times[Math.floor(times.length * 0.99)]!
  }

  await p99('plain')
  const found = { plain: [] as number[], bad: [] as number[] }
  for (let n = 0; n < rounds; n++) for (const kind of ['plain', 'bad'] as const) found[kind].push(await p99(kind))
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const [plain, bad] = [middle(found.plain), middle(found.bad)]
  process.stdout.write(
    [
      `| ${perSecond} a second beside people with keys | their p99, ms |`,
      '|---|---:|',
      `| plain 402 | ${plain.toFixed(2)} |`,
      `| bad signatures | ${bad.toFixed(2)} |`,
      `| ratio (target ${target}) | ${(bad / plain).toFixed(2)} |`,
      '',
    ].join('\n'),
  )
} finally {
  await service.stop()
  rmSync(root, { recursive: true, force: true })
}
