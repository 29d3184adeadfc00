import { emailForm, mostEmailLength } from '../../access/email.ts'
import { generateKey, storedForm } from '../../access/keys.ts'
import { tierNow } from '../../access/plans.ts'
import { keyFor } from '../../access/secret.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { MissingError, OperatorError, UsageError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { addKey, findKeyById, isLive, listKeys, revokeKey } from '../../store/keys.ts'
import { listSubscriptions } from '../../store/subscriptions.ts'
import type { User } from '../../store/user.ts'
import { addUser, deleteUser, listUsers, setDisabled, setTier } from '../../store/users.ts'
import type { Context, Flags, Run } from '../command.ts'
import { oneOf } from '../flags.ts'
import { notice, print, printTable } from '../output.ts'
import { claimSecret, userNamed, withDatabase } from './database.ts'

const tierNamed = (tier: string | undefined) => oneOf('The tier', tier, tiers)

export const userAdd: Run = (context, { tier }, operands) => {
  const email = operands[0]!
  if (!emailForm.test(email) || email.length > mostEmailLength)
    throw new UsageError(`${email} is not an e-mail address.`)
  const user = { email, tier: tierNamed(tier), at: context.now().toISOString(), isVerified: true }
  const add = async (database: Database): Promise<void> => {
    const key = generateKey()
    const secret = await claimSecret(context, database, false)
    if (!(await addUser(database, user, storedForm(keyFor(secret, 'api keys'), key, 'command line'))))
      throw new OperatorError(`There is already a user with the address ${email}.`)
    print(`${key}\n`)
  }
  return withDatabase(context, add, { makes: true })
}

export const userList: Run = (context) =>
  withDatabase(context, async (database) => {
    const now = context.now()
    const rows: string[][] = []
    for (const user of await listUsers(database)) {
      const keys = await listKeys(database, user.id)
      const { tier } = tierNow(user.tier, await listSubscriptions(database, user.id), now.getTime())
      const live = keys.filter((key) => isLive(key, now.toISOString())).length
      const state = user.isDisabled ? 'disabled' : user.isVerified ? 'verified' : 'not verified'
      const plan = tier === user.tier ? tier : `${tier} (paid; granted ${user.tier})`
      rows.push([String(user.id), user.email, plan, String(live), state, user.createdAt])
    }
    printTable(['id', 'email', 'tier', 'keys', 'state', 'created'], rows)
  })

/** A command about the user whom its first operand names. */
const aboutUser =
  (
    work: (database: Database, user: User, flags: Flags, context: Context, rest: readonly string[]) => Promise<void>,
  ): Run =>
  (context, flags, [name, ...rest]) =>
    withDatabase(context, async (database) => work(database, await userNamed(database, name!), flags, context, rest))

export const userSetTier = aboutUser(async (database, user, _, { now }, [given]) => {
  const tier = tierNamed(given)
  await setTier(database, user.id, tier, now().toISOString())
  notice(`${user.email} now has the ${tier} tier.`)
})

export const userDisable = aboutUser(async (database, user, { undo }, { now }) => {
  await setDisabled(database, user.id, undo ? null : now().toISOString())
  notice(undo ? `${user.email} may use the service again.` : `${user.email} is disabled.`)
})

export const userDelete = aboutUser(async (database, user) => {
  await deleteUser(database, user.id)
  if (user.stripeCustomer !== null)
    notice(`Stripe still knows this person as ${user.stripeCustomer}: cancel and delete there as well.`)
  notice(`User ${user.id} is removed. Backups made before still hold the person's data.`)
})

export const keyCreate = aboutUser(async (database, user, { name = '' }, { secret, now }) => {
  if (name.length < 1 || name.length > 64 || /\p{Cc}/u.test(name))
    throw new UsageError('--name must have 1 to 64 characters and no control characters.')
  const key = generateKey()
  const stored = storedForm(keyFor(secret(), 'api keys'), key, name)
  // The operator is not bound by the users' limit of keys.
  await addKey(database, user.id, stored, now().toISOString(), Number.POSITIVE_INFINITY)
  print(`${key}\n`)
})

export const keyList = aboutUser(async (database, user, _, context) => {
  const now = context.now().toISOString()
  const rows = (await listKeys(database, user.id)).map((key) => {
    const { id, name, prefix, last4, createdAt, lastUsedAt, expiresAt, revokedAt } = key
    const ending = expiresAt === null ? 'works' : `${isLive(key, now) ? 'ends' : 'ended'} ${expiresAt}`
    const state = revokedAt === null ? ending : `revoked ${revokedAt}`
    return [id, name, `${prefix}…${last4}`, createdAt, lastUsedAt ?? 'never', state]
  })
  printTable(['id', 'name', 'key', 'created', 'last used', 'state'], rows)
})

export const keyRevoke: Run = (context, _, [id]) =>
  withDatabase(context, async (database) => {
    const key = /^\d{1,9}$/.test(id!) ? await findKeyById(database, Number(id)) : null
    if (!key) throw new MissingError(`There is no key ${id}; "formosa key list EMAIL" shows them.`)
    await revokeKey(database, key.userId, key.id, context.now().toISOString())
    notice(`Key ${key.prefix}…${key.last4} is revoked.`)
  })
