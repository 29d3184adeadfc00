import type { Tier } from '../../catalogue/dataset.ts'
import { problem } from '../../errors.ts'
import type { Label } from '../../fields.ts'
import { covers } from '../../query/parameters.ts'
import type { Route } from '../route.ts'

/** The tier that a route needs, or that of its dataset. */
export const tierOf = (
  { tier, partOf }: Route,
  params: Readonly<Record<string, string>>,
  query: string,
): Tier | undefined => tier ?? partOf?.(params, query).tier

/** Names the keys that may read a tier, for the refusal of a request without one. */
export const tierHint = (needed: Tier): Label =>
  needed === 'free'
    ? { en: 'a key of any tier', zh: '任何方案皆可' }
    : needed === 'lite'
      ? { en: 'a key of the lite or the plus tier', zh: '需要 lite 或 plus 方案' }
      : { en: 'a key of the plus tier', zh: '需要 plus 方案' }

/** Refuses a caller whose tier is too low. */
export function assertTier(needed: Tier, current: Tier): void {
  if (!covers(current, needed))
    throw problem('tier_required', [needed, current], { extra: { required_tier: needed, current_tier: current } })
}
