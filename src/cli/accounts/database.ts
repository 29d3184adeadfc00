import { userInfo } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf } from '../../access/secret.ts'
import { MissingError, type OperatorError, SettingError } from '../../errors.ts'
import type { Actor } from '../../store/actor.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { type Database, openDatabase, openExisting } from '../../store/database.ts'
import { readFingerprint, recordFingerprint } from '../../store/fingerprint.ts'
import type { User } from '../../store/user.ts'
import { countUsers, findUser } from '../../store/users.ts'
import type { Context } from '../command.ts'
import { placeOf } from '../control.ts'

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

/** The actor of a command: the operating-system user who runs it. */
export const operatorAt = (now: Date): Actor => ({
  ...{ name: `operator ${machineName()}`, at: now.toISOString(), address: null, requestId: null },
})

function machineName(): string {
  try {
    return userInfo().username
  } catch {
    // A user id without a name, as in some containers.
    return String(process.getuid?.() ?? 'unknown')
  }
}

/*
 * Keys and sessions derive from the secret. A command with another secret than the service would make keys that do not
 * work, or a backup that cannot be used, so the database keeps a fingerprint of its secret.
 */

/** True for the fingerprint of the present secret, or of the one that is accepted beside it. */
const isAccepted = (context: Context, recorded: string): boolean =>
  [context.presentSecret(), context.otherSecret()].some((secret) => secret && fingerprintOf(secret) === recorded)

/** Throws where the database has the fingerprint of a secret that is not here. */
export function checkFingerprint(context: Context, recorded: string | null, hasUsers: boolean): void {
  const hasSecret = context.presentSecret() !== null
  if (recorded === null ? hasUsers && !hasSecret : !hasSecret || !isAccepted(context, recorded))
    throw notAccepted(context, hasSecret)
}

/** Throws where the keys in the database derive from another secret. */
const checkSecret = async (context: Context, database: Database): Promise<void> =>
  checkFingerprint(context, await readFingerprint(database), (await countUsers(database)) > 0)

/**
 * The secret for new keys, recorded in a database that has no fingerprint. Where an older release has made users, only
 * the service records it: its secret is the one their keys work with.
 */
export async function claimSecret(context: Context, database: Database, isService: boolean): Promise<Buffer> {
  await checkSecret(context, database)
  const secret = context.secret()
  if (isService || (await countUsers(database)) === 0) {
    const recorded = await recordFingerprint(database, fingerprintOf(secret))
    if (!isAccepted(context, recorded)) throw notAccepted(context, true)
  }
  return secret
}

function notAccepted({ config }: Context, hasSecret: boolean): OperatorError {
  const { DATABASE_URL, FORMOSA_SECRET, FORMOSA_HOME: home, storePath } = config
  const file = join(home, 'secret')
  const where = DATABASE_URL === undefined ? storePath : 'The database of DATABASE_URL'
  const owner =
    FORMOSA_SECRET !== undefined
      ? 'another secret than FORMOSA_SECRET'
      : hasSecret
        ? `another secret than the one in ${file}`
        : `a secret that is not here (FORMOSA_SECRET is not set, and there is no file ${file})`
  return new SettingError(
    `${where} belongs to ${owner}: ` +
      "run this with the service's own settings, where the secret is in FORMOSA_SECRET or, without that, in " +
      'FORMOSA_HOME/secret; while one replaces the other, the second is in FORMOSA_OTHER_SECRET; if it is lost, restore a backup with --replace, or give up all keys by "formosa secret replace --yes".',
  )
}
