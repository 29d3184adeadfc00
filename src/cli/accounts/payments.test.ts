import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createPublicClient, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { moveClock } from '../../../test/support/clock.ts'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { cellsOf, formosaHere, refused, succeeded } from '../../../test/support/inProcess.ts'
import { type PlayMoney, startPlayMoney } from '../../../test/support/playMoney.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { openDatabase } from '../../store/database.ts'

type Hex = `0x${string}`

const folder = mkdtempSync(join(tmpdir(), 'formosa-payments-'))
const token = parseAbi(['function balanceOf(address) view returns (uint256)'])
let service: Service
let settings: Readonly<Record<string, string>>
let keyFile: string
let chain: PlayMoney
let prices: { pay_to: Hex; asset: { address: Hex } }

before(async () => {
  const home = await copyOfBrief(join(folder, 'home'))
  moveClock(builtAt)
  chain = await startPlayMoney(home)
  settings = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt, ...chain.settings }
  service = await startService(home, settings)
  keyFile = chain.payer.path
  prices = (await (await fetch(`${service.url}/v1/agent`)).json()) as typeof prices
})

after(async () => {
  await service?.stop()
  await chain?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The balance of an address on the node, read by another library. */
const balanceOf = (owner: Hex): Promise<bigint> =>
  createPublicClient({ transport: http(chain.url) }).readContract({
    address: prices.asset.address,
    abi: token,
    functionName: 'balanceOf',
    args: [owner],
  })

const get = (...words: string[]) =>
  formosaHere(['agent', 'get', '--url', service.url, '--key-file', keyFile, ...words], settings)

const refuses = (words: readonly string[], sentence: RegExp, expected = 2, env = settings) =>
  refused(words, env, expected, sentence)
const runs = async (...words: string[]) => (await succeeded(words, settings)).out

const reconcile = () => formosaHere(['payments', 'reconcile'], settings)

test('payments by the command line appear in the list, the sums, the export and on the chain', async () => {
  const first = await get('TaiwanStockPrice', 'stock_id=2330', 'limit=2')
  const second = await get('/v1/agent/TaiwanStockPER?stock_id=2317', 'limit=1', '--max', '1000')
  const transactions = [first, second].map(({ code, out, err }, i) => {
    assert.equal(code, 0, err)
    assert.equal(JSON.parse(out).count, 2 - i)
    const pattern =
      /^Spent 1000 atomic units \(0\.001000 of test money, worth nothing\)\.\nTransaction (0x[0-9a-f]{64})\nThe receipt holds: /
    return pattern.exec(err)?.[1] ?? assert.fail(err)
  })
  assert.deepEqual(
    JSON.parse(first.out).data.map((row: { stock_id: string }) => row.stock_id),
    ['2330', '2330'],
  )
  assert.equal(JSON.parse(second.out).data[0].stock_id, '2317')
  assert.equal(await balanceOf(prices.pay_to), 2_000n)

  const payer = privateKeyToAccount(readFileSync(keyFile, 'utf8').trim() as Hex).address
  const listed = cellsOf(await runs('payments', 'list'))
  assert.deepEqual(
    listed.map(([, , ...rest]) => rest),
    [
      ['settled', 'TaiwanStockPER', payer, '0.001000', transactions[1]],
      ['settled', 'TaiwanStockPrice', payer, '0.001000', transactions[0]],
    ],
  )
  const chosen = ['--state', 'settled', '--dataset', 'TaiwanStockPrice', '--payer', payer, '--since', '2020-01-01']
  assert.deepEqual(cellsOf(await runs('payments', 'list', ...chosen)), [listed[1]])
  assert.deepEqual(cellsOf(await runs('payments', 'list', '--since', '2999-01-01')), [])
  const cut = await formosaHere(['payments', 'list', '--limit', '1'], settings)
  assert.deepEqual([cellsOf(cut.out), cut.err], [[listed[0]], 'There are more than these 1; --limit shows more.\n'])

  const [id] = listed[1]!
  const shown = await runs('payments', 'show', id!)
  const facts = Object.fromEntries(cellsOf(shown))
  assert.equal(facts.resource, '/v1/agent/TaiwanStockPrice?limit=2&stock_id=2330')
  assert.equal(facts.transaction, transactions[0])
  assert.equal(facts.amount, '0.001000 (1000 atomic units)')
  for (const name of [transactions[0]!.toUpperCase().replace('0X', '0x'), facts.nonce!])
    assert.equal(await runs('payments', 'show', name), shown)

  const totals = await formosaHere(['payments', 'totals'], settings)
  assert.deepEqual(
    cellsOf(totals.out).map(([, dataset, state, count, amount]) => [dataset, state, count, amount]),
    [
      ['TaiwanStockPER', 'settled', '1', '0.001000'],
      ['TaiwanStockPrice', 'settled', '1', '0.001000'],
    ],
  )
  assert.equal(totals.err, 'Paid in all: 0.002000 by 2 payments.\n')

  const [titles, ...lines] = (await runs('payments', 'export')).split('\r\n').map((line) => line.split(','))
  assert.deepEqual(
    lines.slice(0, -1).map((cells) => cells[titles!.indexOf('transaction')]),
    [transactions[1], transactions[0]],
  )
  const { code, out, err } = await reconcile()
  assert.equal(code, 0, out + err)
  assert.match(
    out,
    /^chain +2 +0\.002000 +2000\nledger +2 +0\.002000 +2000\n\nStill open: 0\nThe ledger and the chain agree\.\n$/m,
  )
})

test('above the cap, with a wrong file or a wrong question nothing is paid', async () => {
  const owned = await balanceOf(prices.pay_to)
  const at = ['agent', 'get', '--url', service.url]
  const paying = [...at, '--key-file', keyFile]
  const wrongFile = join(folder, 'wrong.key')
  writeFileSync(wrongFile, 'not a key\n')
  await refuses(
    [...paying, 'TaiwanStockPER', '--max', '999'],
    /asks for 1000 atomic units and the cap is 999: nothing/,
    1,
  )
  await refuses([...paying, 'TaiwanStockPER', '--max', '1.5'], /--max must be a whole number of atomic units/)
  await refuses([...at, 'TaiwanStockPER'], /--key-file is needed/)
  await refuses([...at, '--key-file', wrongFile, 'TaiwanStockPER'], /--key-file must hold a private key/)
  await refuses([...at, '--key-file', join(folder, 'none'), 'TaiwanStockPER'], /--key-file cannot be read: ENOENT/)
  await refuses(paying, /needs DATASET\|PATH, as in/)
  await refuses([...paying, 'TaiwanStockPER', 'stock_id'], /'stock_id' is not/)
  await refuses([...paying, 'taiwanstockper'], /answered 404: There is no dataset named taiwanstockper/, 6)
  await refuses([...paying, 'TaiwanStockPER', 'stock=2330'], /answered 422: Unknown parameter: /, 6)
  await refuses(
    ['agent', 'get', 'TaiwanStockPER', '--key-file', keyFile, '--url', 'ftp://here'],
    /FORMOSA_URL must be an address/,
    3,
  )
  const gone = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => gone.once('listening', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const nowhere = ['agent', 'get', 'TaiwanStockPER', '--key-file', keyFile, '--url', `http://127.0.0.1:${port}`]
  await refuses(nowhere, /cannot be reached, nothing was paid: .*ECONNREFUSED/, 6)
  const poorFile = join(folder, 'poor.key')
  writeFileSync(poorFile, `${'0'.repeat(63)}7`)
  await refuses(
    [...at, '--key-file', poorFile, 'TaiwanStockPER'],
    /answered 402: The payment was refused and nothing was charged: the payer’s balance/,
    6,
  )
  assert.equal(await balanceOf(prices.pay_to), owned)
})

test('a dry run costs nothing and says so', async () => {
  const owned = await balanceOf(prices.pay_to)
  const { code, out, err } = await get('TaiwanStockPrice', 'stock_id=2330', 'dry_run=true', '--max', '0')
  assert.deepEqual([code, err], [0, 'Spent 0: the service asked for nothing.\n'])
  assert.deepEqual(Object.keys(JSON.parse(out)), ['rows', 'bytes', 'pages'])
  assert.equal(await balanceOf(prices.pay_to), owned)
})

test('a body changed in transit is printed, and its receipt does not match', async () => {
  const proxy = createServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
    const upstream = await fetch(`${service.url}${request.url}`, { headers })
    const text = await upstream.text()
    for (const [name, value] of upstream.headers)
      if (!['content-length', 'content-encoding', 'connection', 'keep-alive'].includes(name))
        response.setHeader(name, value)
    response.writeHead(upstream.status).end(upstream.headers.has('x-receipt') ? `${text} ` : text)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  try {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`
    const words = ['agent', 'get', 'TaiwanStockPER', 'limit=1', '--key-file', keyFile, '--url', url]
    const { code, out, err } = await formosaHere(words, settings)
    assert.equal(code, 1)
    assert.equal(JSON.parse(out).count, 1)
    assert.match(err, /^Spent 1000 .*\nTransaction 0x.*\nThe receipt does not hold: it is for another body\.\n$/)
  } finally {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
})

test('wrong arguments of the payments command are rejected with a sentence', async () => {
  await refuses(['payments', 'list', '--state', 'paid'], /--state must be one of claimed, settling/)
  await refuses(['payments', 'list', '--dataset', 'Nothing'], /no dataset named Nothing/, 4)
  await refuses(['payments', 'list', '--payer', '0x12'], /--payer must be an address/)
  await refuses(['payments', 'list', '--since', '2026-02-30'], /--since must be a day/)
  await refuses(['payments', 'list', '--limit', '0'], /--limit must be a whole number, 1 or more/)
  await refuses(['payments', 'show'], /needs ID\|TRANSACTION\|NONCE, as in/)
  await refuses(['payments', 'show', 'x'], /'x' is no number of a payment/)
  await refuses(['payments', 'show', '999999'], /There is no payment 999999/, 4)
  await refuses(['payments', 'reconcile', '--rpc', 'node'], /--rpc must be/)
  await refuses(['payments', 'reconcile', '--rpc', service.url], /The chain cannot be read: /, 6)
  await refuses(['payments', 'reconcile', '--from-block', '1x'], /--from-block/)
  await refuses(['payments', 'reconcile', '--from-block', '99999'], /The chain ends at block/)
  const off = { FORMOSA_HOME: service.home, FORMOSA_NOW: builtAt }
  await refuses(['payments', 'reconcile'], /AGENT_PAY_MODE is verify-only and moves no money/, 3, off)
})

test('the mode that was a chain inside the service is refused with the program that replaces it', async () => {
  const former = { ...settings, AGENT_PAY_MODE: 'devchain' }
  await refuses(['serve'], /AGENT_PAY_MODE is no longer devchain: .* npm run devchain, .* settings/, 3, former)
})

test('a ledger that has lost a payment differs from the chain', async () => {
  const [newest] = cellsOf(await runs('payments', 'list'))
  const database = await openDatabase({ path: join(service.home, 'control.sqlite') })
  const change = (state: 'settled' | 'failed') =>
    database.db.updateTable('agent_payments').set({ state }).where('id', '=', Number(newest![0])).execute()
  try {
    await change('failed')
    const { code, out } = await reconcile()
    assert.equal(code, 1)
    assert.match(out, new RegExp(`not paid in the ledger\n[^]*${newest![6]}[^]*failed\n`))
    assert.match(out, /The ledger and the chain differ\.\n$/)
    await change('settled')
    assert.equal((await reconcile()).code, 0)
  } finally {
    await database.close()
  }
})
