import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RecentMap, remembering } from './recent.ts'

test('a map keeps the entries that were used last', () => {
  const key = fc.integer({ min: 0, max: 6 })
  const act = fc.oneof(
    fc.record({ kind: fc.constantFrom('get', 'delete'), key }),
    fc.record({ kind: fc.constant('set'), key, value: fc.nat() }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(act, { maxLength: 60 }), (most, acts) => {
      const map = new RecentMap<number, number>(most)
      /** The least recently used first. */
      let model: (readonly [key: number, value: number])[] = []
      for (const one of acts) {
        const known = model.find(([key]) => key === one.key)
        const others = model.filter(([key]) => key !== one.key)
        if ('value' in one) {
          map.set(one.key, one.value)
          model = [...others, [one.key, one.value] as const].slice(-most)
        } else if (one.kind === 'get') {
          assert.equal(map.get(one.key), known?.[1])
          model = known ? [...others, known] : others
        } else {
          assert.equal(map.delete(one.key), known !== undefined)
          model = others
        }
        assert.deepEqual([...map], model)
      }
    }),
  )
})

test('a function computes again what it has forgotten, and remembers that there is no result', () => {
  const asked: number[] = []
  const half = remembering(2, (n: number) => {
    asked.push(n)
    return n % 2 === 0 ? n / 2 : undefined
  })
  assert.deepEqual([4, 3, 4, 3, 6, 4].map(half), [2, undefined, 2, undefined, 3, 2])
  assert.deepEqual(asked, [4, 3, 6, 4])
})
