import { plans } from '../../access/plans.ts'
import { quotaWindow } from '../../access/quota.ts'
import { bucketCount } from '../../access/windows/windows.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { count, exactly, orNull, refer, string } from './exactly.ts'
import type { Schema } from './rows.ts'

const id = (description: string): Schema => ({ type: 'integer', minimum: 1, description })
const instant = (description: string): Schema => ({ type: 'string', format: 'date-time', description })
const instantOrNull = (description: string): Schema => ({ type: ['string', 'null'], format: 'date-time', description })
const day = (description: string): Schema => ({ type: 'string', format: 'date', description })
const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const seconds = (description: string): Schema => ({
  type: 'integer',
  minimum: 0,
  maximum: quotaWindow.seconds,
  description,
})

const tier: Schema = { type: 'string', enum: tiers, description: 'Your tier' }
const callsPerHour: Schema = {
  type: 'integer',
  enum: tiers.map((name) => plans[name].callsPerHour),
  description: 'Calls you may make in any hour, over all keys',
}
const secret: Schema = {
  type: 'string',
  pattern: '^fmsa_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$',
  description: 'The key itself, shown this once',
}

const key = {
  id: id('Number of the key'),
  name: string('Name of the key'),
  prefix: string('First characters of the key'),
  last4: string('Last four characters of the key'),
  created_at: instant('When it was made'),
  last_used_at: instantOrNull('When it was last used; null if never'),
  expires_at: instantOrNull('When a rotated key stops working; null if it was not rotated'),
  revoked_at: instantOrNull('When it was revoked; null if it was not'),
} as const

const keyUsage = exactly(
  {
    tier,
    rate_limit_per_hour: callsPerHour,
    window_seconds: { const: quotaWindow.seconds, description: 'Length of the window' },
    buckets: {
      ...listOf(
        exactly({ start: instant('First moment of the bucket'), calls: count('Calls in it') }, 'A minute'),
        'The minutes of the window, oldest first',
      ),
      minItems: bucketCount,
      maxItems: bucketCount,
    },
    days: exactly(
      {
        first_date: day('First day, a Taipei date'),
        last_date: day('Today in Taipei'),
        keys: listOf(
          exactly(
            {
              id: id('Number of the key'),
              name: orNull('string', 'Its name; null if the key is gone'),
              last4: orNull('string', 'Its last four characters; null if the key is gone'),
              calls: count('Calls with this key'),
            },
            'The calls of a key',
          ),
          'Calls by key, most first',
        ),
        datasets: listOf(
          exactly(
            { dataset: string('A dataset, or unknown where the name was none'), calls: count('Calls of it') },
            'The calls of a dataset',
          ),
          'Calls by dataset, most first',
        ),
        rows: listOf(
          exactly(
            {
              date: day('Taipei date'),
              key_id: id('Number of the key'),
              dataset: string('A dataset, or unknown'),
              calls: count('Calls that counted'),
            },
            'The calls of a day by one key of one dataset',
          ),
          'What the two lists add up',
        ),
      },
      'The last 30 days; a second or two behind',
    ),
  },
  'Answer of GET /v1/key/usage',
)

const keyPlan = exactly(
  {
    calls: id('Calls you asked about'),
    free_in_seconds: seconds('Seconds until that many calls are free at once'),
    free_at: instant('The same as an instant'),
    steps: listOf(
      exactly({ in_seconds: seconds('Seconds from now'), free: count('Calls that are free then') }, 'A step'),
      'How calls become free, from now until the whole limit is',
    ),
  },
  'Answer of GET /v1/key/plan, true if nothing else is called meanwhile',
)

const plan = exactly(
  {
    tier: { type: 'string', enum: tiers },
    calls_per_hour: callsPerHour,
    price_per_month: count('Price of a month in whole units of the currency'),
    currency: { const: 'TWD' },
    datasets: count('Datasets it reads, those of the tiers below included'),
  },
  'A plan',
)

/** What the endpoints of accounts, keys and plans answer. */
export const accountSchemas = {
  KeyInfo: exactly(
    {
      tier,
      rate_limit_per_hour: callsPerHour,
      remaining_this_hour: count('Calls left in the window'),
      window_resets_in_seconds: seconds('Seconds until the oldest calls leave the window; 0 for an empty one'),
    },
    'Answer of GET /v1/key/info',
  ),
  KeyUsage: keyUsage,
  KeyPlan: keyPlan,
  Account: exactly(
    { user_id: id('Your number'), email: string('Your address'), tier, created_at: instant('When it was made') },
    'An account',
  ),
  FirstKey: exactly({ id: key.id, name: key.name, key: secret }, 'The first key of an account'),
  SignedUp: exactly({ account: refer('Account'), key: refer('FirstKey') }, 'Answer to a sign-up'),
  Verified: exactly(
    {
      account: refer('Account'),
      key: { anyOf: [refer('FirstKey'), { type: 'null' }], description: 'Null where the account has a key already' },
    },
    'Answer to a verified address',
  ),
  Key: exactly(key, 'A key without its secret'),
  KeyList: exactly({ keys: listOf(refer('Key'), 'Every key, revoked ones too') }, 'Answer of GET /v1/keys'),
  MadeKey: exactly({ ...key, key: secret }, 'A key that was made just now'),
  RotatedKey: exactly({ ...key, key: secret, replaces: refer('Key') }, 'A key that takes the place of another'),
  Plans: exactly(
    {
      is_sold_here: { type: 'boolean', description: 'Whether Lite and Plus can be bought here' },
      plans: listOf(plan, 'From Free to Plus'),
    },
    'Answer of GET /v1/plans',
  ),
  Forward: exactly({ url: { type: 'string', format: 'uri', description: 'Open it in a browser' } }, 'Where to go on'),
} as const satisfies Record<string, Schema>
