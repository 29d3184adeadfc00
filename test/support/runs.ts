/** How often a property is tried with fast-check: so many times with TORTURE, a third as often without. */
export const runs = (most: number): { readonly numRuns: number } => ({
  numRuns: process.env.TORTURE === undefined ? Math.ceil(most / 3) : most,
})

/** Why a test is skipped without TORTURE. */
export const tooLong = 'long: set TORTURE=1'
