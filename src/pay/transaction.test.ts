import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { runs } from '../../test/support/runs.ts'
import { signCall } from './transaction.ts'

const bytes = (least: number, most: number) =>
  fc.uint8Array({ minLength: least, maxLength: most }).map((all) => `0x${Buffer.from(all).toString('hex')}` as const)

test('a signed call has the bytes that a wallet library makes of it', async () => {
  const key = bytes(32, 32).filter((text) => !/^0x(0{60}|ffffffff)/.test(text))
  const amount = fc.bigInt(0n, 2n ** 80n)
  const call = fc.record({
    chainId: fc.integer({ min: 1, max: 2 ** 40 }),
    nonce: fc.oneof(fc.constantFrom(0, 1, 127, 128, 255, 256), fc.nat()),
    maxPriorityFeePerGas: amount,
    maxFeePerGas: amount,
    gas: fc.bigInt(0n, 2n ** 40n),
    to: bytes(20, 20),
    data: fc.oneof(bytes(0, 60), bytes(200, 700)),
  })
  await fc.assert(
    fc.asyncProperty(key, call, async (key, call) => {
      const fees = { ...call, maxFeePerGas: call.maxFeePerGas + call.maxPriorityFeePerGas }
      const expected = await privateKeyToAccount(key).signTransaction({ type: 'eip1559', ...fees })
      assert.equal(signCall(key, fees), expected)
    }),
    runs(300),
  )
})
