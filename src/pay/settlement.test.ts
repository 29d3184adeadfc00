import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Bank, openBank } from '../../test/support/customer.ts'
import { startFacilitator } from '../../test/support/facilitator.ts'
import { startPaymentProxy } from '../../test/support/paymentProxy.ts'
import { payTo, settlerKey } from '../../test/support/shop.ts'
import { catalogue } from '../catalogue/index.ts'
import { OperatorError } from '../errors.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { type PaySettings, readPaymentTerms } from './paymentTerms.ts'
import { priceList } from './priceList.ts'
import { createReceipts } from './receipt.ts'
import { openSettlement, type Settlement } from './settlement.ts'
import { addressOf, ownKey, readKeyFile, signDigest } from './wallets.ts'

const scratch = mkdtempSync(join(tmpdir(), 'formosa-settlement-'))
let bank: Bank
let database: Database
before(async () => {
  bank = await openBank()
  database = await openDatabase({ path: join(scratch, 'control.sqlite') })
})
after(async () => {
  await database.close()
  await bank.close()
  rmSync(scratch, { recursive: true, force: true })
})

const keyFile = join(scratch, 'settler.key')
const settings: PaySettings = {
  mode: 'onchain',
  network: 'eip155:84532',
  asset: undefined,
  assetName: undefined,
  assetVersion: undefined,
  payTo,
  price: '1000',
  prices: undefined,
  timeoutSeconds: 60,
  rpcUrl: undefined,
  keyFile,
  facilitatorUrl: undefined,
}

async function open(more: Partial<PaySettings>): Promise<Settlement> {
  const all = { ...settings, rpcUrl: bank.url, ...more }
  const terms = readPaymentTerms(all, {
    origin: 'demo',
    datasets: catalogue,
    ownPayTo: () => payTo,
  })
  return openSettlement({
    terms,
    keyFile: all.keyFile,
    database,
    log: pino({ level: 'silent' }),
    now: Date.now,
    onState: () => {},
  })
}
const stops = (more: Partial<PaySettings>, words: RegExp) =>
  assert.rejects(open(more), (error) => error instanceof OperatorError && words.test(error.message))

test('keys, addresses and signatures are those of the reference library', async () => {
  for (let n = 0; n < 30; n++) {
    const key = generatePrivateKey()
    const account = privateKeyToAccount(key)
    assert.equal(addressOf(key), account.address)
    const digest = createHash('sha256').update(String(n)).digest()
    assert.equal(signDigest(key, digest), await account.sign({ hash: `0x${digest.toString('hex')}` }))
  }
})

test('a key is made once, for its owner’s eyes alone, and read with or without 0x', () => {
  const first = ownKey(join(scratch, 'keys'), 'payer')
  assert.equal(ownKey(join(scratch, 'keys'), 'payer').key, first.key)
  assert.equal(statSync(first.path).mode & 0o777, 0o600)
  writeFileSync(keyFile, `${first.key.slice(2)}\n`)
  assert.equal(readKeyFile(keyFile, 'X'), first.key)
  for (const wrong of ['', '0x12', 'hello', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`]) {
    writeFileSync(keyFile, wrong)
    assert.throws(() => readKeyFile(keyFile, 'X'), /X must hold a private key/)
  }
  assert.throws(() => readKeyFile(join(scratch, 'nowhere'), 'X'), /X cannot be read/)
})

test('a start on the chain stops with a sentence where a setting does not fit', async () => {
  writeFileSync(keyFile, settlerKey)
  chmodSync(keyFile, 0o600)
  await stops({ network: 'eip155:8453' }, /the node is on eip155:84532 and AGENT_PAY_NETWORK is eip155:8453/)
  const nowhere = `0x${'77'.repeat(20)}`
  await stops({ asset: nowhere, assetName: 'USDC', assetVersion: '2' }, /no contract at/)
  await stops({ assetName: 'USD Coin' }, /does not sign as 'USD Coin'/)
  await stops({ payTo: addressOf(settlerKey) }, /AGENT_PAY_KEY_FILE holds the key of AGENT_PAY_TO/)
  writeFileSync(keyFile, generatePrivateKey())
  await stops({}, /has nothing to pay the gas with/)
  writeFileSync(keyFile, 'nonsense')
  await stops({}, /AGENT_PAY_KEY_FILE must hold a private key/)
  await stops({ keyFile: join(scratch, 'nowhere') }, /AGENT_PAY_KEY_FILE cannot be read/)
})

test('a start says whether it is in order, its node is down, or no money moves', async () => {
  writeFileSync(keyFile, settlerKey)
  for (const [more, state] of [
    [{}, 'ok'],
    [{ rpcUrl: 'http://127.0.0.1:9' }, 'unreachable'],
    [{ mode: 'verify-only' }, 'verify_only'],
  ] as const) {
    const settlement = await open(more)
    assert.equal(settlement.state(), state)
    await settlement.close()
  }
})

test('a facilitator must serve the network', async () => {
  const facilitator = await startFacilitator(bank.url, settlerKey)
  const settlement = await open({ mode: 'facilitator', facilitatorUrl: facilitator.url })
  assert.equal(settlement.state(), 'ok')
  await settlement.close()
  const elsewhere = await startPaymentProxy(facilitator.url)
  const kinds = [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }]
  elsewhere.setRule(() => ({ kind: 'lie', respond: () => ({ kinds, extensions: [], signers: {} }) }))
  await stops({ mode: 'facilitator', facilitatorUrl: elsewhere.url }, /does not serve the scheme exact on eip155:84532/)
  await elsewhere.close()
  await facilitator.close()
})

test('the price list names every dataset, the terms, and the key of the receipts', () => {
  const terms = readPaymentTerms(
    { ...settings, rpcUrl: 'https://secret', prices: 'plus=9000' },
    { origin: 'demo', datasets: catalogue, ownPayTo: () => payTo },
  )
  const receipts = createReceipts(Buffer.alloc(32, 7))
  const list = priceList(terms, receipts, catalogue)
  assert.deepEqual(list.ask, { amount: '9000', method: 'POST', path: '/v1/agent/ask' })
  assert.equal(list.prices.length, catalogue.length)
  assert.equal(list.prices.find(({ tier }) => tier === 'plus')?.amount, '9000')
  assert.equal(list.receipt_key.crv, 'Ed25519')
  assert.doesNotMatch(JSON.stringify(list), /secret/, 'the address of a node may contain a key')
  assert.match(list.settlement, /test network: the money is worth nothing/)
  assert.doesNotMatch(priceList({ ...terms, isTest: false }, receipts, catalogue).settlement, /nothing/)
})
