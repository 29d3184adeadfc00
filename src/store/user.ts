import type { Selectable } from 'kysely'
import { isoOf, type UsersTable } from './schema.ts'

export const userOf = (row: Selectable<UsersTable>) => ({
  id: row.id,
  email: row.email,
  tier: row.tier,
  isVerified: Boolean(row.email_verified),
  isDisabled: row.disabled_at !== null,
  stripeCustomer: row.stripe_customer,
  createdAt: isoOf(row.created_at),
})

export type User = Readonly<ReturnType<typeof userOf>>
