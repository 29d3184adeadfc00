import type { Rule } from '../time.ts'
import { ahead } from './ahead.ts'
import { back } from './back.ts'
import { named } from './named.ts'

export const english: readonly Rule[] = [...back, ...named, ...ahead]
