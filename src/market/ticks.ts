/** Price steps and daily limits, in cents so that every price is a whole number. */

export type TickRule = 'stock' | 'fund'

/** The step at a price: funds trade in 0.01 below 50 and 0.05 above, everything else by the exchange's six bands. */
export const tickAt = (cents: number, rule: TickRule): number => {
  if (rule === 'fund') return cents < 5_000 ? 1 : 5
  if (cents < 10_000) return cents < 1_000 ? 1 : cents < 5_000 ? 5 : 10
  return cents < 50_000 ? 50 : cents < 100_000 ? 100 : 500
}

export const roundTick = (cents: number, rule: TickRule): number => {
  const step = tickAt(cents, rule)
  return Math.max(1, Math.round(cents / step) * step)
}

const floorTick = (cents: number, rule: TickRule): number => {
  const step = tickAt(cents, rule)
  return Math.floor(cents / step + 1e-9) * step
}

const ceilTick = (cents: number, rule: TickRule): number => {
  const step = tickAt(cents, rule)
  return Math.ceil(cents / step - 1e-9) * step
}

/** The share of the reference a price may move in a day, percent; it was 7 until June 2015. */
export const limitPercent = (day: number): number => (day < 16_587 ? 7 : 10)

/** The highest and lowest price allowed, cut to the step of the limit's own band. */
export const limitUp = (reference: number, rule: TickRule, percent: number): number =>
  floorTick((reference * (100 + percent)) / 100, rule)
export const limitDown = (reference: number, rule: TickRule, percent: number): number =>
  Math.max(1, ceilTick((reference * (100 - percent)) / 100, rule))
