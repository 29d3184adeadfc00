import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { createEncoder } from './encoder.ts'
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

test('senders take turns, whoever has more pages', async () => {
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
