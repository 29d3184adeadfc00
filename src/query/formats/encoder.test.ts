import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { createEncoder } from './encoder.ts'
import { createEncodingSlots, releaseSlot, takeSlot } from './encodingSlots.ts'
import type { PageColumn, PageToEncode } from './page.ts'

const columns: readonly PageColumn[] = [
  { name: 'id', kind: 'text', scale: 0, isNullable: false, heading: 'id' },
  { name: 'price', kind: 'decimal', scale: 4, isNullable: true, heading: 'price' },
]
const page = (text: string): PageToEncode => ({
  form: { format: 'csv', labels: null, bom: false, decimals: 'text' },
  columns,
  rows: new Uint8Array(Buffer.from(text)),
})
const row = (id: string) => page(`{"id":"${id}","price":"1.5000"}`)

test('senders take turns, regardless of their number of pages', async () => {
  const { encode } = createEncoder()
  const order: string[] = []
  const send = (sender: string, id: string) => encode(sender, row(id)).then(() => order.push(id))
  await Promise.all([
    send('a', 'a1'),
    send('a', 'a2'),
    send('a', 'a3'),
    send('a', 'a4'),
    send('b', 'b1'),
    send('c', 'c1'),
  ])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('a page that cannot be encoded fails alone', async () => {
  const { encode } = createEncoder()
  const [bad, good] = await Promise.allSettled([encode('a', page('{"id":')), encode('a', row('1'))])
  assert.equal(bad.status, 'rejected')
  assert.equal(good.status === 'fulfilled' && good.value.toString(), 'id,price\r\n1,1.5000\r\n')
})

test('a bounded number of pages waits; others are refused until there is room', async () => {
  const { encode } = createEncoder()
  const sent = Array.from({ length: 80 }, (_, n) => encode('a', row(String(n))))
  const settled = await Promise.allSettled(sent)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  // One is being encoded, 64 wait.
  assert.equal(refused.length, 80 - 65)
  for (const reason of refused) assert.ok(reason instanceof Problem && reason.code === 'too_busy')
  assert.match((await encode('a', row('x'))).toString(), /x,1\.5000/)
})

test('pages of any number of rows are whole, whatever their texts hold', async () => {
  const { encode } = createEncoder()
  for (const count of [0, 1, 49, 50, 51, 1_201]) {
    const ids = Array.from({ length: count }, (_, n) => `${n} "},\n{" ,\r台`)
    const rows = ids.map((id) => JSON.stringify({ id, price: '1.5000' })).join(',\n')
    const as = async (form: Partial<PageToEncode['form']>) =>
      (await encode('a', { ...page(rows), form: { ...page('').form, ...form } })).toString()
    assert.equal(
      await as({ format: 'csv' }),
      ['id,price', ...ids.map((id) => `"${id.replaceAll('"', '""')}",1.5000`), ''].join('\r\n'),
    )
    assert.equal(
      await as({ format: 'ndjson' }),
      ids.map((id) => `${JSON.stringify({ id, price: '1.5000' })}\n`).join(''),
    )
    const numbers = ids.map((id) => `{"id":${JSON.stringify(id)},"price":1.5000}`)
    assert.equal(await as({ format: 'json', decimals: 'number' }), numbers.join(',\n'))
    assert.equal(await as({ format: 'ndjson', decimals: 'number' }), numbers.map((line) => `${line}\n`).join(''))
  }
})

test('large pages one after the other take little memory', async () => {
  const { encode } = createEncoder()
  const prices = Array.from({ length: 9 }, (_, n) => ({ ...columns[1]!, name: `price${n}`, heading: `price${n}` }))
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    JSON.stringify({ id: String(n), ...Object.fromEntries(prices.map(({ name }, i) => [name, `${n * 10 + i}.1234`])) }),
  ).join(',\n')
  const large = (): PageToEncode => ({ ...page(rows), columns: [columns[0]!, ...prices] })
  const before = process.memoryUsage.rss()
  let most = 0
  for (let n = 0; n < 40; n++) {
    await encode('a', large())
    most = Math.max(most, process.memoryUsage.rss() - before)
  }
  // The thread and what waits for the collector here take 85 to 100 MB; the rows of whole pages took 190 and more.
  assert.ok(most < 150 << 20, `${most >> 20} MB`)
})

test('a long page waits for a place that another thread has; a short one does not', async () => {
  const places = createEncodingSlots(1)
  const [busy, free] = [createEncoder(places), createEncoder(places)]
  const other = 1_000_000
  takeSlot(places, other)
  const order: string[] = []
  const long = Array.from({ length: 5_000 }, (_, n) => `{"id":"${n}","price":"1.5000"}`).join(',\n')
  const waiting = busy.encode('a', page(long)).then(() => order.push('long'))
  await free.encode('b', row('1')).then(() => order.push('short'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual(order, ['short'])
  releaseSlot(places, other)
  await waiting
  assert.deepEqual(order, ['short', 'long'])
  await Promise.all([busy.encode('a', page(long)), free.encode('a', page(long))])
  assert.deepEqual([...places.subarray(0, -1)], [0], 'every place is free again')
  releaseSlot(places, other)
  assert.equal(places.at(-1), 4, 'who has no place frees none')
})
