import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutcomeReader } from './authorizationOutcome.ts'
import { topics, word } from './eip3009.ts'
import type { Rpc } from './rpc.ts'
import { createToken } from './token.ts'

const asset = '0x036cbd53842c5426634e7929541ec2318f3dcf7e'
const payer = `0x${'11'.repeat(20)}`
const payTo = `0x${'22'.repeat(20)}`
const [nonce, other] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]
const transaction = `0x${'cc'.repeat(32)}`
const topic = (value: string) => `0x${word(value).toString('hex')}`
const place = { address: asset, transactionHash: transaction, blockNumber: '0x7' }
const use = (name: string) => ({ ...place, topics: [topics.used, topic(payer), topic(name)], data: '0x' })
const transfer = (to: string, value: string) => ({
  ...place,
  topics: [topics.transfer, topic(payer), topic(to)],
  data: topic(value),
})
type Log = ReturnType<typeof use>

/** The outcome of a transaction with these logs, by its receipt and by its logs alone. */
async function outcomesOf(logs: readonly Log[]): Promise<string[]> {
  const receipt = { status: '0x1', transactionHash: transaction, blockNumber: '0x7', gasUsed: '0x1', logs }
  const rpc: Rpc = async (method, params) => {
    if (method === 'eth_getTransactionReceipt') return receipt
    if (method === 'eth_getBlockByNumber') return { number: '0x9', timestamp: '0x1' }
    if (method === 'eth_call') return topic('1')
    const { topics: wanted } = (params as [{ topics?: string[] }])[0]
    return wanted ? logs.filter((log) => wanted.every((one, i) => log.topics[i] === one)) : logs
  }
  const domain = { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: asset }
  const outcomeOf = createOutcomeReader(rpc, createToken(rpc, asset, domain), () => 2_000)
  const query = { payer, nonce, payTo, value: '1000', validBefore: '60', createdAt: 0 }
  return Promise.all([transaction, null].map(async (hash) => (await outcomeOf({ ...query, txHash: hash })).kind))
}

test('the transfer must follow the use of its own authorization', async () => {
  assert.deepEqual(await outcomesOf([use(nonce), transfer(payTo, '1000')]), ['paid', 'paid'])
  const second = [use(other), transfer(payTo, '1000'), use(nonce), transfer(payTo, '1000')]
  assert.deepEqual(await outcomesOf(second), ['paid', 'paid'])
})

test('a nonce used for another transfer is not paid by an adjacent transfer', async () => {
  const beside = [use(nonce), transfer(payer, '1000'), use(other), transfer(payTo, '1000')]
  assert.deepEqual(await outcomesOf(beside), ['diverted', 'diverted'])
  const less = [use(nonce), transfer(payTo, '999'), transfer(payTo, '1000')]
  assert.deepEqual(await outcomesOf(less), ['diverted', 'diverted'])
})

test('a transfer in another token is no payment', async () => {
  const foreign = { ...transfer(payTo, '1000'), address: `0x${'99'.repeat(20)}` }
  assert.deepEqual(await outcomesOf([use(nonce), foreign]), ['diverted', 'diverted'])
})

test('a transaction without the authorization does not decide its outcome', async () => {
  assert.deepEqual(await outcomesOf([use(other), transfer(payTo, '1000')]), ['unclear', 'unclear'])
})
