import type { Tier } from '../catalogue/dataset.ts'

/** Calls a user may make in any hour, over all keys. */
export const callsPerHour: Readonly<Record<Tier, number>> = { free: 600, lite: 3_000, plus: 10_000 }
