import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createBudget } from './budget.ts'
import { ModelError } from './errors.ts'

test('no hour costs more than its cap, whatever is reserved, used and given back', () => {
  const step = fc.record({
    waitSeconds: fc.nat(1_200),
    most: fc.nat(400),
    used: fc.nat(400),
    end: fc.constantFrom('settle', 'release'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 100, max: 1_000 }), (steps, perHour) => {
      let seconds = 1_000_000
      const spent: { at: number; amount: number }[] = []
      const budget = createBudget({ perHour }, () => seconds * 1_000)
      for (const { waitSeconds, most, used, end } of steps) {
        seconds += waitSeconds
        try {
          const reserved = budget.reserve({ input: most, output: 0 })
          if (end === 'release') reserved.release()
          else {
            const amount = Math.min(used, most)
            reserved.settle({ input: amount, output: 0 })
            spent.push({ at: seconds, amount })
          }
        } catch (error) {
          assert.ok(error instanceof ModelError && error.fault === 'budget')
          assert.ok(error.retryAfterSeconds! >= 1 && error.retryAfterSeconds! <= 3_600)
        }
        // The window is made of whole minutes: it is an hour less the part of a minute.
        const inWindow = spent.filter(({ at }) => at > seconds - 3_540).reduce((sum, { amount }) => sum + amount, 0)
        assert.ok(inWindow <= perHour)
      }
    }),
  )
})

test('what is under way counts before it is paid', () => {
  const budget = createBudget({ perHour: 100 }, () => 0)
  const first = budget.reserve({ input: 60, output: 0 })
  assert.throws(() => budget.reserve({ input: 60, output: 0 }), ModelError)
  first.settle({ input: 10, output: 5 })
  first.settle({ input: 90, output: 5 })
  assert.equal(budget.spent(), 15)
  budget.reserve({ input: 60, output: 0 }).release()
  assert.equal(budget.spent(), 15)
})

test('with prices the cap is money', () => {
  const budget = createBudget({ perHour: 1, price: { input: 3, output: 15 } }, () => 0)
  budget.reserve({ input: 100_000, output: 10_000 }).settle({ input: 100_000, output: 10_000 })
  assert.equal(budget.spent().toFixed(4), '0.4500')
  assert.throws(() => budget.reserve({ input: 100_000, output: 20_000 }), ModelError)
  budget.reserve({ input: 100_000, output: 10_000 }).release()
})
