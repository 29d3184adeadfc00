import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detailIn } from '../gaps/detail.ts'
import { failuresOf } from '../gaps/failures.ts'
import { outcomeWord } from './finishedTasks.ts'
import { networkFault } from './networkFault.ts'

const failed = (code: string, message = `connect ${code} host`) =>
  networkFault(Object.assign(new Error(message), { code }))

test('a request without an answer is named by what failed', () => {
  assert.equal(
    failed('ENOTFOUND', 'getaddrinfo ENOTFOUND a.test'),
    'the host name was not found (getaddrinfo ENOTFOUND a.test)',
  )
  assert.match(failed('EAI_AGAIN'), /^the name server does not answer \(/)
  assert.match(failed('ECONNREFUSED', ''), /^nothing listens at the address \(ECONNREFUSED\)/)
  assert.match(failed('ECONNRESET'), /^the connection broke \(/)
  assert.match(failed('ENETUNREACH'), /^there is no way to the address \(/)
  assert.match(failed('ETIMEDOUT'), /^the connection timed out \(/)
  for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'])
    assert.match(failed(code), /^TLS failed \(/, code)
  assert.equal(failed('EODD', 'odd'), 'EODD: odd')
  assert.equal(networkFault(new Error('no connection within 5 ms')), 'no connection within 5 ms')
})

test('a gap says that the publisher could not be reached, and why, in both languages', () => {
  const days = { dataset: 'GoldPrice', market: null, from: '2026-06-01', to: '2026-06-01', id: null }
  const codes = [
    'ENOTFOUND',
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ETIMEDOUT',
    'CERT_HAS_EXPIRED',
  ]
  for (const code of codes) {
    const [gap] = failuresOf([{ ...days, kind: outcomeWord('failed'), reason: failed(code) }])
    assert.equal(gap!.kind, 'source_failed')
    assert.equal(detailIn('en', gap!.reason), `unreachable: ${failed(code)}`)
    assert.match(detailIn('zh', gap!.reason), new RegExp(`^無法連線：(TLS |[^A-Za-z])+（.*${code}`))
  }
})
