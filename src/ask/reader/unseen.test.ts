import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unseenIn } from './unseen.ts'

test('words of the corpus are known, others are not; names, numbers and single characters do not count', () => {
  assert.deepEqual(unseenIn(['closing', 'price', 'of', '<e0>', '<stock>', 'a']), { never: 0, seldom: 0 })
  assert.deepEqual(unseenIn(['clsoingg', 'price']), { never: 1, seldom: 1 })
  assert.deepEqual(unseenIn(['收', '盘', '价']), { never: 0, seldom: 0 })
  assert.deepEqual(unseenIn(['收', '麒', '麟', '<e0>', '价']).never, 2)
})
