import { join } from 'node:path'
import { fingerprintOf } from '../access/secret.ts'
import { type OperatorError, SettingError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { readFingerprint, recordFingerprint } from '../store/fingerprint.ts'
import { countUsers } from '../store/users.ts'
import type { Context } from './command.ts'

/*
 * Keys and sessions derive from the secret. A command with another secret than the service would make keys that do not
 * work, or a backup that cannot be used, so the database keeps a fingerprint of its secret.
 */

/** True for the fingerprint of the present secret, or of the one that is accepted beside it. */
function isAccepted(context: Context, recorded: string): boolean {
  const secrets = [context.presentSecret(), context.otherSecret()].filter((secret) => secret !== null)
  return secrets.some((secret) => fingerprintOf(secret) === recorded)
}

/** Throws where the database has the fingerprint of a secret that is not here. */
export function checkFingerprint(context: Context, recorded: string | null, hasUsers: boolean): void {
  const secret = context.presentSecret()
  if (recorded === null ? hasUsers && secret === null : secret === null || !isAccepted(context, recorded))
    throw notAccepted(context, secret !== null)
}

/** Throws where the keys in the database derive from another secret. */
export async function checkSecret(context: Context, database: Database): Promise<void> {
  checkFingerprint(context, await readFingerprint(database), (await countUsers(database)) > 0)
}

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
  const present = FORMOSA_SECRET !== undefined ? 'FORMOSA_SECRET' : hasSecret ? `the one in ${file}` : null
  return new SettingError(
    `${where} belongs to ${present === null ? `a secret that is not here (FORMOSA_SECRET is not set, and there is no file ${file})` : `another secret than ${present}`}: ` +
      "run this with the service's own settings, where the secret is in FORMOSA_SECRET or, without that, in " +
      'FORMOSA_HOME/secret; while one replaces the other, the second is in FORMOSA_OTHER_SECRET; if it is lost, restore a backup with --replace, or give up all keys by "formosa secret replace --yes".',
  )
}
