import { emailForm, mostEmailLength } from '../../access/email.ts'
import { generateKey, storedForm } from '../../access/keys.ts'
import { tierNow } from '../../access/plans.ts'
import { keyFor } from '../../access/secret.ts'
import { type Tier, tiers } from '../../catalogue/dataset.ts'
import { MissingError, OperatorError, UsageError } from '../../errors.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { type Database, openDatabase, openExisting } from '../../store/database.ts'
import { isLive, listKeys } from '../../store/keys.ts'
import { listSubscriptions } from '../../store/subscriptions.ts'
import type { User } from '../../store/user.ts'
import { addUser, deleteUser, findUser, listUsers, setDisabled, setTier } from '../../store/users.ts'
import type { Context, Run } from '../command.ts'
import { placeOf } from '../control.ts'
import { operatorAt } from '../operator.ts'
import { notice, print, printTable } from '../output.ts'
import { checkSecret, claimSecret } from '../ownSecret.ts'

/**
 * Opens the control plane for one command and closes it whatever happens. Only a command that makes the first user may
 * make the database.
 */
export async function withDatabase<T>(
  context: Context,
  work: (database: Database) => Promise<T>,
  { makes = false }: { readonly makes?: boolean } = {},
): Promise<T> {
  const place = placeOf(context.config)
  const database = await (makes ? openDatabase(place) : openExisting(place))
  try {
    await checkSecret(context, database)
    return await work(actingAs(database, operatorAt(context.now())))
  } finally {
    await database.close()
  }
}

/** The user of an address, or of a number as `user list` prints it. */
export async function userNamed(database: Database, name: string): Promise<User> {
  const user = await findUser(database, /^\d{1,9}$/.test(name) ? { id: Number(name) } : { email: name })
  if (!user) throw new MissingError(`There is no user ${name}; "formosa user list" shows them.`)
  return user
}

function tierNamed(tier: string): Tier {
  if (!tiers.includes(tier as Tier)) throw new UsageError(`The tier must be one of ${tiers.join(', ')}.`)
  return tier as Tier
}

export const userAdd: Run = async (context, { tier }, operands) => {
  const email = operands[0]!
  if (!emailForm.test(email) || email.length > mostEmailLength)
    throw new UsageError(`${email} is not an e-mail address.`)
  const user = { email, tier: tierNamed(tier!), at: context.now().toISOString(), isVerified: true }
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

export const userSetTier: Run = (context, _, [name, tier]) =>
  withDatabase(context, async (database) => {
    const user = await userNamed(database, name!)
    await setTier(database, user.id, tierNamed(tier!), context.now().toISOString())
    notice(`${user.email} now has the ${tier} tier.`)
  })

export const userDisable: Run = (context, { undo }, operands) =>
  withDatabase(context, async (database) => {
    const user = await userNamed(database, operands[0]!)
    await setDisabled(database, user.id, undo ? null : context.now().toISOString())
    notice(undo ? `${user.email} may use the service again.` : `${user.email} is disabled.`)
  })

export const userDelete: Run = (context, _, operands) =>
  withDatabase(context, async (database) => {
    const user = await userNamed(database, operands[0]!)
    await deleteUser(database, user.id)
    if (user.stripeCustomer !== null)
      notice(`Stripe still knows this person as ${user.stripeCustomer}: cancel and delete there as well.`)
    notice(`User ${user.id} is removed. Backups made before still hold the person's data.`)
  })
