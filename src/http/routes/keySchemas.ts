import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { instant, nullable, positive, type Schema, string } from '../openapi/schema.ts'

/* The schemas that the routes of keys, accounts and plans share. */

export const callsPerHourSchema: Schema = {
  type: 'integer',
  enum: tiers.map((name) => plans[name].callsPerHour),
  description: 'Calls you may make in any hour, over all keys',
}

export const secret: Schema = {
  type: 'string',
  pattern: '^fmsa_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$',
  description: 'The key itself, shown this once',
}

export const keyProperties = {
  id: positive('Number of the key'),
  name: string('Name of the key'),
  prefix: string('First characters of the key'),
  last4: string('Last four characters of the key'),
  created_at: instant('When it was made'),
  last_used_at: nullable(instant('When it was last used; null if never')),
  expires_at: nullable(instant('When a rotated key stops working; null if it was not rotated')),
  revoked_at: nullable(instant('When it was revoked; null if it was not')),
  is_application: {
    type: 'boolean',
    description: 'True for a connected application: it has tokens, and no key to show',
  },
} as const
