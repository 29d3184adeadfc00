import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/support/runs.ts'
import { catalogue, find } from '../catalogue/index.ts'
import { OperatorError } from '../errors.ts'
import { modeOf, type PaySettings, priceOf, priceOfAnswer, readPaymentTerms } from './paymentTerms.ts'

const plain: PaySettings = {
  mode: undefined,
  network: 'eip155:84532',
  asset: undefined,
  assetName: undefined,
  assetVersion: undefined,
  payTo: undefined,
  price: '1000',
  prices: undefined,
  timeoutSeconds: 60,
  rpcUrl: undefined,
  keyFile: undefined,
  facilitatorUrl: undefined,
}
const own = '0x00000000000000000000000000000000000000fe'
const read = (settings: Partial<PaySettings>, origin: 'demo' | 'live' = 'demo') =>
  readPaymentTerms({ ...plain, ...settings }, { origin, datasets: catalogue, ownPayTo: () => own })

test('with demo data signatures are checked and no money moves; with real data nothing is sold by default', () => {
  assert.equal(modeOf(plain, 'demo'), 'verify-only')
  assert.equal(modeOf(plain, 'live'), 'off')
  const { mode, network, asset, payTo, domain } = read({})
  assert.deepEqual([mode, network, payTo], ['verify-only', 'eip155:84532', own])
  assert.deepEqual(domain, { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: asset })
  assert.equal(read({}, 'live').mode, 'off')
})

test('a price is the dataset’s own, else its tier’s, else the general one', () => {
  const terms = read({ price: '700', prices: 'lite=2000, TaiwanStockPrice = 5000' })
  const price = (name: string) => priceOf(terms, find(name)!)
  assert.equal(price('TaiwanStockPrice'), '5000')
  assert.equal(price('TaiwanStockPriceAdj'), '2000')
  assert.equal(price('TaiwanStockPER'), '700')
})

test('a question costs as much as the dearest rows, unless it has a price of its own', () => {
  const price = (prices: string | undefined) => priceOfAnswer(read({ price: '700', prices }))
  assert.equal(price(undefined), '700')
  assert.equal(price('lite=2000,plus=15000'), '15000')
  assert.equal(price('plus=1'), '700')
  assert.equal(price('plus=9000,TaiwanStockPrice=10000'), '10000')
  assert.equal(price('plus=15000,ask=3000'), '3000')
})

test('on Base the token has another name than on its test network', () => {
  const payTo = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914'.toLowerCase()
  const { domain } = read({
    mode: 'onchain',
    network: 'eip155:8453',
    payTo,
    rpcUrl: 'https://node.example',
    keyFile: 'key',
  })
  assert.equal(domain.name, 'USD Coin')
})

const elsewhere = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const mistyped = elsewhere.replace(/3$/, '4')
const node = 'http://node.example'
const unknown = { network: 'eip155:777', asset: own, assetName: 'a', assetVersion: '1' }
/** Settings that stop the start, and the sentence with which it does. */
const wrong: readonly (readonly [Partial<PaySettings>, RegExp, ('demo' | 'live')?])[] = [
  [{ network: 'base-sepolia' }, /AGENT_PAY_NETWORK must be a CAIP-2 name/],
  [{ mode: 'verify-only', network: 'eip155:8453' }, /must not run on eip155:8453/],
  [{ mode: 'verify-only', ...unknown }, /must not run on eip155:777/],
  [{ network: 'eip155:43113' }, /AGENT_PAY_ASSET is needed/],
  [{ asset: elsewhere }, /AGENT_PAY_ASSET_NAME and AGENT_PAY_ASSET_VERSION/],
  [{ asset: mistyped }, /AGENT_PAY_ASSET must be a contract address/],
  [{ payTo: mistyped }, /AGENT_PAY_TO must be an address/],
  // The token as its own payee.
  [{ payTo: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' }, /money sent there is lost/],
  [{ mode: 'onchain' }, /AGENT_PAY_TO is needed/],
  [{ mode: 'verify-only' }, /AGENT_PAY_TO is needed/, 'live'],
  [{ mode: 'onchain', payTo: own }, /AGENT_PAY_RPC_URL is needed with AGENT_PAY_MODE=onchain/],
  [{ mode: 'facilitator', payTo: own, rpcUrl: 'node.example' }, /AGENT_PAY_RPC_URL is needed/],
  [{ mode: 'onchain', payTo: own, rpcUrl: node }, /AGENT_PAY_KEY_FILE is needed/],
  [{ mode: 'facilitator', payTo: own, rpcUrl: node }, /AGENT_PAY_FACILITATOR_URL is needed/],
  [{ price: '0' }, /AGENT_PAY_PRICE must be/],
  [{ price: '0.001' }, /AGENT_PAY_PRICE must be/],
  [{ prices: 'gold=7' }, /names 'gold', which is neither a tier nor a dataset/],
  [{ prices: 'lite' }, /write NAME=AMOUNT/],
  [{ prices: 'lite=1,lite=2' }, /names lite twice/],
  [{ timeoutSeconds: 5 }, /AGENT_PAY_TIMEOUT/],
]
for (const [settings, words, origin] of wrong)
  test(`the start stops with a sentence: ${JSON.stringify(settings)}`, () => {
    assert.throws(
      () => read(settings, origin),
      (error) => error instanceof OperatorError && words.test(error.message),
    )
  })

test('all wrong payment settings are reported at once', () => {
  assert.throws(
    () => read({ mode: 'onchain', price: 'x' }),
    /AGENT_PAY_TO .*AGENT_PAY_RPC_URL .*AGENT_PAY_KEY_FILE .*AGENT_PAY_PRICE /,
  )
})

test('any list of prices is read as it was written, in any order and with any spaces', () => {
  const names = [...catalogue.map(({ name }) => name), 'free', 'lite', 'plus']
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n - 1n }).map(String)
  const lists = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), amounts), {
    selector: ([name]) => name,
    maxLength: 20,
  })
  fc.assert(
    fc.property(lists, fc.constantFrom('', ' ', '  '), (list, space) => {
      const text = list.map(([name, amount]) => `${space}${name}${space}=${space}${amount}`).join(',')
      const written = new Map(list)
      const terms = read({ prices: text })
      for (const dataset of catalogue)
        assert.equal(priceOf(terms, dataset), written.get(dataset.name) ?? written.get(dataset.tier) ?? '1000')
      for (const dataset of catalogue) assert.ok(BigInt(priceOfAnswer(terms)) >= BigInt(priceOf(terms, dataset)))
    }),
    runs(50),
  )
})

test('any text in the settings is either read or rejected with a sentence', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom('eip155:', 'eip155:0', '0x', '1e3', '-1', 'lite=', '=1', ','))
  fc.assert(
    fc.property(fc.constantFrom('network', 'asset', 'payTo', 'price', 'prices', 'rpcUrl'), texts, (name, text) => {
      try {
        read({ [name]: text })
      } catch (error) {
        assert.ok(error instanceof OperatorError && error.message.endsWith('.'), String(error))
      }
    }),
  )
})
