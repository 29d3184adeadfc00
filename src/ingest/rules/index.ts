import { identityRules } from './identityRules.ts'
import { loadRules } from './loadRules.ts'
import { priceRules } from './priceRules.ts'
import type { Rule } from './rule.ts'
import { valueRules } from './valueRules.ts'

/** Every rule on rows; a rejection is named after the first one broken. */
export const rules: readonly Rule[] = [...valueRules, ...priceRules, ...identityRules]

/** Every rule by name, those on rows and those on loads. */
export const ruleTexts: readonly Pick<Rule, 'name' | 'about'>[] = [
  ...rules.map(({ name, about }) => ({ name, about })),
  ...Object.entries(loadRules).map(([name, about]) => ({ name, about })),
]
