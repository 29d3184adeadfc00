import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeFunctionData, hashTypedData, parseAbi, toFunctionSelector, domainSeparator as viemSeparator } from 'viem'
import { runs } from '../../test/support/runs.ts'
import { createWallet, signTransfer, twinOf } from '../../test/support/wallet.ts'
import { checksummed, isAddress } from './address.ts'
import {
  type Authorization,
  digestOf,
  domainSeparator,
  recover,
  splitSignature,
  stateCall,
  transferCall,
  transferTypes,
} from './eip3009.ts'
import { networks } from './networks.ts'

const hexOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((raw) => `0x${Buffer.from(raw).toString('hex')}` as const)
const uint = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }).map(String)
const authorizations: fc.Arbitrary<Authorization> = fc.record({
  from: hexOf(20),
  to: hexOf(20),
  value: uint,
  validAfter: uint,
  validBefore: uint,
  nonce: hexOf(32),
})
const domains = fc.record({
  name: fc.string({ minLength: 1 }),
  version: fc.string({ minLength: 1 }),
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  verifyingContract: hexOf(20),
})

test('digests are those of the reference library for any token and any authorization', () => {
  fc.assert(
    fc.property(domains, authorizations, (domain, authorization) => {
      const separator = domainSeparator(domain)
      assert.equal(`0x${Buffer.from(separator).toString('hex')}`, viemSeparator({ domain }))
      const expected = hashTypedData({
        domain,
        types: transferTypes,
        primaryType: 'TransferWithAuthorization',
        message: {
          from: authorization.from as `0x${string}`,
          to: authorization.to as `0x${string}`,
          value: BigInt(authorization.value),
          validAfter: BigInt(authorization.validAfter),
          validBefore: BigInt(authorization.validBefore),
          nonce: authorization.nonce as `0x${string}`,
        },
      })
      assert.equal(`0x${Buffer.from(digestOf(separator, authorization)).toString('hex')}`, expected)
    }),
    runs(50),
  )
})

const base = networks['eip155:84532']!.token!
const domain = { name: base.name, version: base.version, chainId: 84_532, verifyingContract: base.address }
const requirement = {
  amount: '1000',
  payTo: `0x${'22'.repeat(20)}`,
  asset: base.address,
  network: 'eip155:84532',
  maxTimeoutSeconds: 60,
  extra: { name: base.name, version: base.version },
}

test('the domain of USDC on Base Sepolia has the separator that was computed for it elsewhere', () => {
  assert.match(Buffer.from(domainSeparator(domain)).toString('hex'), /^71f17a3b/)
})

test('the signer of a payment is recovered, and nobody else', async () => {
  for (let n = 0; n < 20; n++) {
    const { account } = createWallet()
    const { signature, authorization } = await signTransfer(account, requirement)
    const parts = splitSignature(signature)!
    const digest = digestOf(domainSeparator(domain), authorization)
    assert.equal(recover(digest, parts), account.address.toLowerCase())
    assert.notEqual(
      recover(digestOf(domainSeparator(domain), { ...authorization, value: '1001' }), parts),
      account.address.toLowerCase(),
    )
    assert.equal(splitSignature(twinOf(signature)), null, 'the twin on the upper half')
    const short = `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`
    assert.deepEqual(splitSignature(short), parts, 'v as 0 or 1')
  }
})

test('no 65 bytes make the recovery throw', () => {
  fc.assert(
    fc.property(hexOf(65), hexOf(32), (signature, digest) => {
      const parts = splitSignature(signature)
      const found = parts && recover(Buffer.from(digest.slice(2), 'hex'), parts)
      assert.ok(found === null || /^0x[0-9a-f]{40}$/.test(found))
    }),
  )
})

test('calls are encoded as the reference library decodes them', () => {
  const abi = parseAbi([
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  ])
  fc.assert(
    fc.property(authorizations, hexOf(32), hexOf(32), fc.constantFrom(27 as const, 28 as const), (one, r, s, v) => {
      const { args } = decodeFunctionData({ abi, data: transferCall(one, { r, s, v }) })
      assert.deepEqual(
        args.map((arg) => String(arg).toLowerCase()),
        [one.from, one.to, one.value, one.validAfter, one.validBefore, one.nonce, String(v), r, s],
      )
    }),
    runs(50),
  )
  assert.ok(
    stateCall(requirement.payTo, `0x${'33'.repeat(32)}`).startsWith(
      toFunctionSelector('authorizationState(address,bytes32)'),
    ),
  )
})

test('addresses have the checksum of EIP-55, which detects a typing error', () => {
  for (const { token } of Object.values(networks)) if (token) assert.equal(checksummed(token.address), token.address)
  assert.ok(isAddress(base.address))
  assert.ok(isAddress(base.address.toLowerCase()))
  assert.ok(!isAddress(base.address.replace('C', 'c')))
  assert.ok(!isAddress(base.address.slice(0, -1)))
})
