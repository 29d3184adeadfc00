import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Code,
  codeInHeader,
  codeSaid,
  DamagedError,
  DiskError,
  exitCodes,
  explain,
  failures,
  problem,
} from './errors.ts'

const codes = Object.keys(failures) as Code[]
const bilingual = { en: 'words', zh: '文字' }

/** Arguments of every kind that a sentence takes, at every place. */
const detailOf = (code: Code, language: 'en' | 'zh'): string =>
  (failures[code][language] as (...args: unknown[]) => string)(bilingual, bilingual, bilingual)

test('every failure has one sentence in each language', () => {
  for (const code of codes) {
    const isRateLimit = detailOf(code, 'en').startsWith('rate limit exceeded')
    const [en, zh] = [detailOf(code, 'en'), detailOf(code, 'zh')]
    assert.match(en, isRateLimit ? /^rate limit exceeded \(.+\)$/ : /^[^\n]+[.…]$/, code)
    // The sentence of a rate limit is part of the contract and has one language.
    assert.match(zh, isRateLimit ? /^rate limit exceeded \(.+\)$/ : /\p{Script=Han}.*。$/u, code)
  }
})

test('a 429 has no code in its body, and every other failure has its own', () => {
  assert.equal(codeSaid('quota_exceeded'), null)
  assert.equal(codeSaid('settlement_pending'), 'settlement_pending')
  assert.equal(codeSaid('unknown_dataset'), 'unknown_dataset')
  assert.deepEqual((['quota_exceeded', 'not_ready', 'unknown_dataset', 'internal'] as const).map(codeInHeader), [
    'quota_exceeded',
    'not_ready',
    null,
    null,
  ])
})

test('a wrong failure or wrong arguments do not compile', () => {
  const known = problem('not_found', ['/v1/nothing'])
  assert.equal(known.status, 404)
  // @ts-expect-error: there is no such failure.
  assert.throws(() => problem('no_such_failure', []).status)
  // @ts-expect-error: the path is missing.
  problem('not_found', [])
  // @ts-expect-error: a reason has two languages.
  problem('bad_request', [{ en: 'one language' }])
  // @ts-expect-error: a number is not a tier.
  problem('tier_required', ['plus', 1])
})

test('faults of the machine are explained without a stack', () => {
  const of = (message: string) => explain(new Error(message), 'write the lake')
  for (const [message, sentence] of [
    ['ENOSPC: no space left on device, write', /^Cannot write the lake: the disk is full/],
    ['EROFS: read-only file system, open', /read-only file system/],
    ['ENOENT: no such file or directory, mkdir', /the system makes no folders there/],
    ['EISDIR: illegal operation on a directory, open', /it is a folder/],
    ['ENAMETOOLONG: name too long, open', /the name is too long/],
    ['EACCES: permission denied, open', /permission was denied/],
    ['EMFILE: too many open files, open', /too many files are open/],
  ] as const) {
    const explained = of(message)
    assert.ok(explained instanceof DiskError && explained.exitCode === exitCodes.disk.code, message)
    assert.match(explained.message, sentence)
  }
  assert.ok(of('database disk image is malformed') instanceof DamagedError)
  const other = new Error('something else')
  assert.equal(explain(other, 'write the lake'), other)
})
