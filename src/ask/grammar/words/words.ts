import type { Sense } from '../senses.ts'

/** Words with what they mean: the phrases of a row, divided by bars, mean the same. */
export type Words = readonly (readonly [string, Sense])[]
