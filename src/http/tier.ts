import type { Tier } from '../catalogue/dataset.ts'
import { problem } from '../errors.ts'
import { covers } from '../query/parameters.ts'

/** Refuses a caller whose tier is too low. */
export function assertTier(needed: Tier, current: Tier): void {
  if (!covers(current, needed))
    throw problem('tier_required', [needed, current], { extra: { required_tier: needed, current_tier: current } })
}
