import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createPublicClient, createWalletClient, http, type PrivateKeyAccount, parseAbi, parseTransaction } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createOutcomeReader } from '../src/pay/authorizationOutcome.ts'
import { splitSignature } from '../src/pay/eip3009.ts'
import { networks } from '../src/pay/networks.ts'
import { createRpc } from '../src/pay/rpc.ts'
import { createToken } from '../src/pay/token.ts'
import { baseSepolia } from '../test/support/baseSepolia.ts'
import { createWallet, signTransfer, twinOf } from '../test/support/wallet.ts'
import { createMachine } from './machine.ts'
import { type Devchain, startDevchain } from './server.ts'

const scratch = mkdtempSync(join(tmpdir(), 'formosa-devchain-'))
const journal = join(scratch, 'chain.jsonl')
const sender = privateKeyToAccount(generatePrivateKey())
const start = () => startDevchain({ now: Date.now, gas: [sender.address], journal })
const { address, name, version } = networks['eip155:84532']!.token!
const usdc = address as `0x${string}`
const domain = { name, version, chainId: 84_532, verifyingContract: address }
const payTo = `0x${'fe'.repeat(20)}` as const
const requirement = {
  amount: '1000',
  payTo,
  asset: address,
  network: 'eip155:84532',
  maxTimeoutSeconds: 60,
  extra: { name, version },
}
const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
  'function blacklist(address)',
  'function unBlacklist(address)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

let chain: Devchain
before(async () => {
  chain = await start()
})
after(async () => {
  await chain.close()
  rmSync(scratch, { recursive: true, force: true })
})

const reader = () => createPublicClient({ chain: baseSepolia, transport: http(chain.url), cacheTime: 0 })
const wallet = () => createWalletClient({ account: sender, chain: baseSepolia, transport: http(chain.url) })
const balanceOf = (owner: string) =>
  reader().readContract({ address: usdc, abi, functionName: 'balanceOf', args: [owner as `0x${string}`] })
const tokenOf = () => createToken(createRpc(chain.url), address, domain)

test('compiling the source again gives the code that is shipped', () => {
  const root = join(import.meta.dirname, '..')
  // The compiler runs once: to optimize its own code takes longer than that saves.
  const flags = ['--liftoff-only', '--wasm-lazy-compilation']
  const printed = execFileSync(process.execPath, [...flags, 'devchain/compile.ts'], { cwd: root, encoding: 'utf8' })
  assert.equal(printed, readFileSync(join(import.meta.dirname, 'standin.json'), 'utf8'))
})

test('the stand-in signs as USDC does', async () => {
  await tokenOf().check()
})

test('another chain, an address without a contract and another token name are reported', async () => {
  const rpc = createRpc(chain.url)
  await assert.rejects(createToken(rpc, address, { ...domain, chainId: 8453 }).check(), /the node is on eip155:84532/)
  const nowhere = `0x${'77'.repeat(20)}`
  await assert.rejects(createToken(rpc, nowhere, { ...domain, verifyingContract: nowhere }).check(), /no contract at/)
  await assert.rejects(
    createToken(rpc, address, { ...domain, name: 'USD Coin' }).check(),
    /does not sign as 'USD Coin'/,
  )
})

test('a wallet library sends transactions and reads them back', async () => {
  const { account } = createWallet()
  await chain.mint(account.address, 5_000n)
  const { signature, authorization: a } = await signTransfer(account, requirement)
  const hash = await wallet().writeContract({
    address: usdc,
    abi,
    functionName: 'transferWithAuthorization',
    args: [account.address, payTo, 1000n, BigInt(a.validAfter), BigInt(a.validBefore), a.nonce, signature],
  })
  const receipt = await reader().getTransactionReceipt({ hash })
  assert.equal(receipt.status, 'success')
  assert.equal(receipt.logs.length, 2)
  assert.equal(await balanceOf(account.address), 4_000n)
  assert.equal((await reader().getTransaction({ hash })).from.toLowerCase(), sender.address.toLowerCase())
})

test('every refusal of the token has the words of USDC', async () => {
  const token = tokenOf()
  const { account } = createWallet()
  const other = createWallet().account
  await chain.mint(account.address, 1_500n)
  const now = Math.floor(Date.now() / 1000)
  const attempt = async (twist: Parameters<typeof signTransfer>[2], change = (signature: string) => signature) => {
    const { signature, authorization } = await signTransfer(account, requirement, twist)
    const text = change(signature)
    const parts = splitSignature(text) ?? { r: text.slice(0, 66), s: `0x${text.slice(66, 130)}`, v: 27 as const }
    await token.simulate(authorization, parts)
  }
  await attempt({})
  await assert.rejects(attempt({ validBefore: now - 1 }), /FiatTokenV2: authorization is expired/)
  await assert.rejects(attempt({ validAfter: now + 300 }), /FiatTokenV2: authorization is not yet valid/)
  await assert.rejects(attempt({ value: '1501' }), /ERC20: transfer amount exceeds balance/)
  await assert.rejects(attempt({ from: other.address }), /FiatTokenV2: invalid signature/)
  await assert.rejects(attempt({ chainId: 1 }), /FiatTokenV2: invalid signature/)
  await assert.rejects(attempt({}, twinOf), /ECRecover: invalid signature 's' value/)
  await wallet().writeContract({ address: usdc, abi, functionName: 'blacklist', args: [account.address] })
  await assert.rejects(attempt({}), /Blacklistable: account is blacklisted/)
  await wallet().writeContract({ address: usdc, abi, functionName: 'unBlacklist', args: [account.address] })
  await attempt({})
})

test('a cancelled authorization is distinguished from a paid one', async () => {
  const token = tokenOf()
  const outcomeOf = createOutcomeReader(createRpc(chain.url), token, Date.now)
  const { account } = createWallet()
  await chain.mint(account.address, 10_000n)
  const { signature, authorization: a } = await signTransfer(account, requirement)
  const query = {
    payer: account.address.toLowerCase(),
    nonce: a.nonce,
    payTo,
    value: '1000',
    validBefore: a.validBefore,
    txHash: null,
    createdAt: Date.now(),
  }
  assert.deepEqual(await outcomeOf(query), { kind: 'unused' })
  const cancelled = splitSignature(
    await account.signTypedData({
      domain: { ...domain, verifyingContract: usdc },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: account.address, nonce: a.nonce },
    }),
  )!
  const { v, r, s } = cancelled as { v: 27; r: `0x${string}`; s: `0x${string}` }
  await wallet().writeContract({
    address: usdc,
    abi,
    functionName: 'cancelAuthorization',
    args: [account.address, a.nonce, v, r, s],
  })
  assert.deepEqual(await outcomeOf(query), { kind: 'cancelled' })
  await assert.rejects(token.simulate(a, splitSignature(signature)!), /used or canceled/)

  const second = await signTransfer(account, requirement)
  const paid = { ...query, nonce: second.authorization.nonce }
  const hash = await wallet().writeContract({
    address: usdc,
    abi,
    functionName: 'transferWithAuthorization',
    args: [
      account.address,
      payTo,
      1000n,
      0n,
      BigInt(second.authorization.validBefore),
      second.authorization.nonce,
      second.signature,
    ],
  })
  const outcome = await outcomeOf(paid)
  assert.equal(outcome.kind, 'paid')
  assert.equal(outcome.kind === 'paid' && outcome.transaction, hash)
  assert.equal((await outcomeOf({ ...paid, txHash: hash })).kind, 'paid')
  assert.equal((await outcomeOf({ ...paid, value: '2000' })).kind, 'diverted', 'used, and not for what was owed')
})

test('the chain is the same after a restart, even one that cut its last line', async () => {
  const { account } = createWallet()
  await chain.mint(account.address, 77n)
  const before = await reader().getBlockNumber()
  await chain.close()
  appendFileSync(journal, '{"number":99,"time":1')
  chain = await start()
  assert.equal(await balanceOf(account.address), 77n)
  assert.ok((await reader().getBlockNumber()) >= before)
  await chain.mint(account.address, 1n)
  await chain.close()
  chain = await start()
  assert.equal(await balanceOf(account.address), 78n)
  const logs = await reader().getLogs({ address: usdc, fromBlock: 0n })
  assert.ok(logs.length > 5)
})

test('a body that is not JSON-RPC gets an error response', async () => {
  const response = await fetch(chain.url, { method: 'POST', body: 'hello' })
  assert.equal(response.status, 400)
  await assert.rejects(createRpc(chain.url)('eth_mining', []), /-32601/)
})

test('a call on the newest state is answered when a block is made meanwhile', async () => {
  let looks = 0
  // Every look at the clock makes a block.
  const fast = await startDevchain({ now: () => Date.now() + 2_000 * looks++, gas: [] })
  try {
    const call = { to: address, data: `0x70a08231${payTo.slice(2).padStart(64, '0')}` }
    assert.equal(BigInt((await createRpc(fast.url)('eth_call', [call, 'latest'])) as string), 0n)
  } finally {
    await fast.close()
  }
})

test('estimated gas is sufficient, also for transactions estimated earlier', async () => {
  const { account } = createWallet()
  await chain.mint(account.address, 10_000n)
  for (let n = 0; n < 3; n++) {
    const { signature, authorization: a } = await signTransfer(account, requirement)
    const args = [account.address, payTo, 1000n, 0n, BigInt(a.validBefore), a.nonce, signature] as const
    const call = { address: usdc, abi, functionName: 'transferWithAuthorization', args } as const
    for (let tries = 0; tries < 3; tries++) await reader().estimateContractGas({ ...call, account: sender })
    const hash = await wallet().writeContract(call)
    assert.equal((await reader().getTransactionReceipt({ hash })).status, 'success')
  }
})

test('the sender of a transaction is known, whatever its signature looks like', async () => {
  const machine = await createMachine(84_532)
  const check = async (signer: PrivateKeyAccount, type: 'legacy' | 'eip1559', nonce: number) => {
    const common = { chainId: 84_532, nonce, to: signer.address, gas: 21_000n }
    const raw = await signer.signTransaction(
      type === 'legacy' ? { ...common, type, gasPrice: 1n } : { ...common, type, maxFeePerGas: 1n },
    )
    assert.equal(machine.read(raw).from, signer.address.toLowerCase())
    const { r, s } = parseTransaction(raw)
    return [r, s].map((part) => BigInt(part!) < 2n ** 248n)
  }
  const random = () => privateKeyToAccount(generatePrivateKey())
  for (let n = 0; n < (process.env.TORTURE === undefined ? 20 : 300); n++)
    await check(random(), n % 2 === 0 ? 'legacy' : 'eip1559', n)
  // Of this key: both numbers of a signature, in turn, begin with a zero byte, with either parity.
  const fixed = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const short = { legacy: [917, 977, 56, 228], eip1559: [423, 880, 14, 16] } as const
  for (const type of ['legacy', 'eip1559'] as const)
    for (const [n, nonce] of short[type].entries())
      assert.deepEqual(await check(fixed, type, nonce), n < 2 ? [true, false] : [false, true])
})
