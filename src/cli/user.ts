import { emailForm, mostEmailLength } from '../access/email.ts'
import { generateKey, storedForm } from '../access/keys.ts'
import { tierNow } from '../access/plans.ts'
import { keyFor } from '../access/secret.ts'
import { type Tier, tiers } from '../catalogue/dataset.ts'
import { OperatorError } from '../errors.ts'
import { actingAs } from '../store/auditTrail.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { isLive, listKeys } from '../store/keys.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import type { User } from '../store/user.ts'
import { addUser, deleteUser, findUser, listUsers, setDisabled, setTier } from '../store/users.ts'
import type { Command, Context } from './command.ts'
import { placeOf } from './control.ts'
import { operatorAt } from './operator.ts'
import { formatTable } from './table.ts'

/** Opens the control plane for one command and closes it whatever happens. */
export async function withDatabase<T>({ config, now }: Context, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(placeOf(config))
  try {
    return await work(actingAs(database, operatorAt(now())))
  } finally {
    await database.close()
  }
}

/** The user of an address, or of a number as `user list` prints it. */
export async function userNamed(database: Database, name: string): Promise<User> {
  const user = await findUser(database, /^\d{1,9}$/.test(name) ? { id: Number(name) } : { email: name })
  if (!user) throw new OperatorError(`There is no user ${name}; "formosa user list" shows them.`)
  return user
}

/** The one word a command needs. */
export function only(operands: readonly string[], example: string): string {
  const [word, ...more] = operands
  if (word === undefined || more.length > 0) throw new OperatorError(`Give one word: formosa ${example}.`)
  return word
}

function tierNamed(tier: string): Tier {
  if (!tiers.includes(tier as Tier)) throw new OperatorError(`The tier must be one of ${tiers.join(', ')}.`)
  return tier as Tier
}

const said = (sentence: string): number => {
  process.stderr.write(`${sentence}\n`)
  return 0
}

export const userAdd: Command = {
  name: 'user add',
  about: 'Make a user and print a key for it, alone on standard output and only this once.',
  operands: 'EMAIL',
  flags: { tier: { about: 'free (default), lite or plus', value: 'NAME' } },
  run: (context, { tier = 'free' }, operands) =>
    withDatabase(context, async (database) => {
      const email = only(operands, 'user add you@example.com')
      if (!emailForm.test(email) || email.length > mostEmailLength)
        throw new OperatorError(`${email} is not an e-mail address.`)
      const key = generateKey()
      const stored = storedForm(keyFor(context.secret(), 'api keys'), key, 'command line')
      const user = { email, tier: tierNamed(tier), at: context.now().toISOString(), isVerified: true }
      if (!(await addUser(database, user, stored)))
        throw new OperatorError(`There is already a user with the address ${email}.`)
      process.stdout.write(`${key}\n`)
      return 0
    }),
}

export const userList: Command = {
  name: 'user list',
  about: 'Every user with tier, keys that work and state.',
  run: (context) =>
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
      process.stdout.write(formatTable(['id', 'email', 'tier', 'keys', 'state', 'created'], rows))
      return 0
    }),
}

export const userSetTier: Command = {
  name: 'user set-tier',
  about: 'Grant a user another tier; keys stay the same and it takes effect within a second.',
  operands: 'EMAIL TIER',
  run: (context, _, [name, tier, ...more]) =>
    withDatabase(context, async (database) => {
      if (name === undefined || tier === undefined || more.length > 0)
        throw new OperatorError('Give a user and a tier: formosa user set-tier you@example.com plus.')
      const user = await userNamed(database, name)
      await setTier(database, user.id, tierNamed(tier), context.now().toISOString())
      return said(`${user.email} now has the ${tier} tier.`)
    }),
}

export const userDisable: Command = {
  name: 'user disable',
  about: 'Shut a user out: keys and sessions stop working within a second. --undo lets them in again.',
  operands: 'EMAIL',
  flags: { undo: { about: 'let the user in again' } },
  run: (context, { undo }, operands) =>
    withDatabase(context, async (database) => {
      const user = await userNamed(database, only(operands, 'user disable you@example.com'))
      await setDisabled(database, user.id, undo ? null : context.now().toISOString())
      return said(undo ? `${user.email} may use the service again.` : `${user.email} is disabled.`)
    }),
}

export const userDelete: Command = {
  name: 'user delete',
  about: 'Remove a user with everything that identifies the person: address, password, sessions, keys, subscriptions.',
  operands: 'EMAIL',
  run: (context, _, operands) =>
    withDatabase(context, async (database) => {
      const user = await userNamed(database, only(operands, 'user delete you@example.com'))
      await deleteUser(database, user.id)
      if (user.stripeCustomer !== null)
        said(`Stripe still knows this person as ${user.stripeCustomer}: cancel and delete there as well.`)
      return said(`User ${user.id} is removed. Backups made before still hold the person's data.`)
    }),
}
