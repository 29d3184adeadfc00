import type { Selectable } from 'kysely'
import type { Tier } from '../catalogue/dataset.ts'
import { isoOf, type UsersTable } from './schema.ts'

export type User = {
  readonly id: number
  readonly email: string
  /** The tier the operator granted; a paid subscription may raise it. */
  readonly tier: Tier
  readonly isVerified: boolean
  readonly isDisabled: boolean
  readonly stripeCustomer: string | null
  readonly createdAt: string
}

export const userOf = (row: Selectable<UsersTable>): User => ({
  id: row.id,
  email: row.email,
  tier: row.tier,
  isVerified: Boolean(row.email_verified),
  isDisabled: row.disabled_at !== null,
  stripeCustomer: row.stripe_customer,
  createdAt: isoOf(row.created_at),
})
