import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nasty } from '../../../test/support/hostile.ts'
import { objectIn, readReply } from './reply.ts'

test('an object is found behind thoughts, in a fence and between sentences', () => {
  for (const text of [
    '{"a":1}',
    '<think>{"a":2}</think>{"a":1}',
    '<think>{</think><think>}</think>\n{"a":1}',
    'Here it is:\n```json\n{"a":1}\n```\nDone.',
    '<think><think>x</think></think>{"a":1}',
  ])
    assert.deepEqual(objectIn(text), { a: 1 }, text)
  for (const text of ['', '<think>', 'no object', '{', '}{', '<think>{"a":1}</think>'])
    assert.equal(objectIn(text), undefined, text)
})

/** The least processor time of several runs, in milliseconds: what else the machine does only adds to one. */
function leastMs(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < 5; n++) {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

for (const [name, make] of Object.entries(nasty))
  test(`${name}: sixteen times the text takes nowhere near 256 times the time`, () => {
    const [short, long] = [make(64 << 10), make(1 << 20)]
    assert.ok(long.length <= 1 << 20 && long.length > 12 * short.length)
    const read = (content: string) => {
      const body = JSON.stringify({ choices: [{ message: { content } }] })
      return () => void readReply('openai', body)
    }
    // Below that the clock says little.
    const ratio = leastMs(read(long)) / Math.max(0.2, leastMs(read(short)))
    assert.ok(ratio < 100, `${ratio}`)
  })

test('what comes out is small, whatever came in', () => {
  for (const make of Object.values(nasty)) {
    const read = readReply('openai', JSON.stringify({ choices: [{ message: { content: make(1 << 20) } }] }))
    assert.ok(read.kind === 'reply')
    assert.ok(read.object === null || read.object.length <= 65_536)
    assert.ok(read.said.length <= 4_000)
  }
  const large = { choices: [{ message: { content: `{"a":"${'x'.repeat(70_000)}"}` } }] }
  assert.equal((readReply('openai', JSON.stringify(large)) as { object: unknown }).object, null)
})
