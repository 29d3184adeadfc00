import { identityRules } from './identities.ts'
import { priceRules } from './prices.ts'
import type { Rule } from './rule.ts'
import { valueRules } from './values.ts'

/** Every rule about rows, in the order in which the first broken one names a rejection. */
export const rules: readonly Rule[] = [...valueRules, ...priceRules, ...identityRules]
