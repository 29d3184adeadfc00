import { identityRules } from './identityRules.ts'
import { priceRules } from './priceRules.ts'
import type { Rule } from './rule.ts'
import { valueRules } from './valueRules.ts'

/** Every rule on rows; a rejection is named after the first one broken. */
export const rules: readonly Rule[] = [...valueRules, ...priceRules, ...identityRules]
