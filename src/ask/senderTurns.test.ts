import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSenderTurns } from './senderTurns.ts'

const never = new AbortController().signal

/** Senders' questions, each of which ends when the test says so. */
function createDesk(atOnce: number, mostWaiting: number) {
  const turns = createSenderTurns({ atOnce, mostWaiting })
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    send: (sender: string, signal = never) =>
      turns.run(sender, signal, async () => {
        begun.push(sender)
        await new Promise<void>((resolve) => ends.push(resolve))
        return sender
      }),
    isBusy: () => ends.length > 0,
    async endFirst() {
      ends.shift()!()
      await settled()
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test("one sender's eighty questions delay nobody else's by more than one", async () => {
  const desk = createDesk(3, 100)
  const all = Array.from({ length: 80 }, () => desk.send('a'))
  await settled()
  assert.deepEqual(desk.begun, ['a', 'a'], 'the last place is left to others')
  all.push(desk.send('b'), desk.send('b'), desk.send('c'))
  await settled()
  assert.deepEqual(desk.begun, ['a', 'a', 'b'])
  await desk.endFirst()
  await desk.endFirst()
  await desk.endFirst()
  // Beside others, one at a time of each sender: c has none under way.
  assert.deepEqual(desk.begun, ['a', 'a', 'b', 'c', 'a', 'b'])
  while (desk.isBusy()) await desk.endFirst()
  assert.equal((await Promise.all(all)).length, 83)
})

test('senders with long lines keep nobody else out', async () => {
  const desk = createDesk(2, 64)
  const all = Array.from({ length: 40 }, (_, sender) => Array.from({ length: 64 }, () => desk.send(`${sender}`))).flat()
  const last = desk.send('somebody else')
  await settled()
  while (desk.isBusy()) await desk.endFirst()
  assert.equal(await last, 'somebody else')
  const answered = (await Promise.all(all)).filter((sender) => sender !== null)
  // Two began at once, and the line holds 1,024 besides the last one.
  assert.equal(answered.length, 2 + 1_023)
  assert.equal(new Set(answered).size, 40)
})

test("a question beyond its sender's own line is refused, and others are not", async () => {
  const desk = createDesk(2, 2)
  const kept = [1, 2, 3].map(() => desk.send('a'))
  assert.equal(await desk.send('a'), null)
  kept.push(desk.send('b'), desk.send('b'))
  await settled()
  assert.deepEqual(desk.begun, ['a', 'b'])
  for (let n = 0; n < 5; n++) await desk.endFirst()
  assert.deepEqual(await Promise.all(kept), ['a', 'a', 'a', 'b', 'b'])
  const again = desk.send('a')
  await settled()
  await desk.endFirst()
  assert.equal(await again, 'a')
})

test('a question that nobody waits for leaves the line, and one that fails gives its place back', async () => {
  const turns = createSenderTurns({ atOnce: 1, mostWaiting: 1 })
  const left = new AbortController()
  let fail = (_: Error) => {}
  const failing = turns.run('a', never, () => new Promise((_, reject) => (fail = reject)))
  const waiting = turns.run('a', left.signal, async () => 'answered')
  left.abort()
  assert.equal(await waiting, null)
  assert.equal(await turns.run('a', left.signal, async () => 'answered'), null)
  const next = turns.run('a', never, async () => 'answered')
  fail(new Error('broken'))
  await assert.rejects(failing, /broken/)
  assert.equal(await next, 'answered')
})

test('every question that is not refused is answered once, within the bounds', async () => {
  const events = fc.array(fc.record({ sender: fc.constantFrom('a', 'b', 'c', 'd'), ends: fc.nat(3) }), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.nat(3), events, async (atOnce, mostWaiting, all) => {
      const turns = createSenderTurns({ atOnce, mostWaiting })
      const ends: (() => void)[] = []
      let [underWay, most] = [0, 0]
      const results = []
      for (const { sender, ends: count } of all) {
        results.push(
          turns.run(sender, never, async () => {
            most = Math.max(most, ++underWay)
            await new Promise<void>((resolve) => ends.push(resolve))
            underWay--
            return sender
          }),
        )
        for (let n = 0; n < count; n++) ends.shift()?.()
        await settled()
      }
      while (ends.length > 0) {
        ends.shift()!()
        await settled()
      }
      const answered = await Promise.all(results)
      assert.ok(most <= atOnce)
      for (const [i, answer] of answered.entries()) assert.ok(answer === null || answer === all[i]!.sender)
    }),
  )
})
