import { fingerprintOf } from '../../access/secret.ts'
import { SettingError, UsageError } from '../../errors.ts'
import { actingAs } from '../../store/auditTrail.ts'
import { openExisting, openExistingAlone } from '../../store/database.ts'
import { changeSecret, moveSecret, readFingerprint } from '../../store/fingerprint.ts'
import type { Context, Run } from '../command.ts'
import { placeOf } from '../control.ts'
import { notice } from '../output.ts'
import { operatorAt } from './database.ts'

export const secretReplace: Run = async (context, { yes }) => {
  if (await moveAccepted(context)) {
    notice(
      'The database now belongs to the present secret, and nothing is revoked: keys and sessions of FORMOSA_OTHER_SECRET ' +
        'work while it is set. Keys that are used meanwhile go on without it.',
    )
    return
  }
  if (yes === undefined)
    throw new UsageError('This revokes every key and ends every session: add --yes if that is what you want.')
  // A running service would go on with the old secret, and make keys and sessions that end with its next start.
  const database = await openExistingAlone(placeOf(context.config))
  try {
    const now = context.now()
    const fingerprint = fingerprintOf(context.secret())
    const revoked = await changeSecret(actingAs(database, operatorAt(now)), fingerprint, now.toISOString())
    notice(
      `The database now belongs to the present secret; ${revoked} ${revoked === 1 ? 'key is' : 'keys are'} revoked and all sessions ended. Users log in ` +
        'with their passwords and make new keys; "formosa key create EMAIL" makes one. Start the service.',
    )
  } finally {
    await database.close()
  }
}

/**
 * Gives the database the present secret without revoking anything, where its own is still accepted; false where it is
 * not. Throws where the database belongs to the present secret: nothing would be replaced, and every key revoked.
 */
async function moveAccepted(context: Context): Promise<boolean> {
  const database = await openExisting(placeOf(context.config))
  try {
    const recorded = await readFingerprint(database)
    const [present, other] = [context.presentSecret(), context.otherSecret()]
    if (present !== null && recorded === fingerprintOf(present))
      throw new SettingError(
        'The database belongs to this secret already, and its keys work: nothing is to be replaced. Set FORMOSA_SECRET ' +
          'to the new secret first.',
      )
    if (present === null || other === null || recorded !== fingerprintOf(other)) return false
    await moveSecret(actingAs(database, operatorAt(context.now())), fingerprintOf(present))
    return true
  } finally {
    await database.close()
  }
}
