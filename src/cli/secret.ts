import { fingerprintOf } from '../access/secret.ts'
import { UsageError } from '../errors.ts'
import { actingAs } from '../store/auditTrail.ts'
import { openExisting } from '../store/database.ts'
import { changeSecret } from '../store/fingerprint.ts'
import type { Run } from './command.ts'
import { placeOf } from './control.ts'
import { operatorAt } from './operator.ts'
import { notice } from './output.ts'

export const secretReplace: Run = async (context, { yes }) => {
  if (yes === undefined)
    throw new UsageError('This revokes every key and ends every session: add --yes if that is what you want.')
  const database = await openExisting(placeOf(context.config))
  try {
    const now = context.now()
    const fingerprint = fingerprintOf(context.secret())
    const revoked = await changeSecret(actingAs(database, operatorAt(now)), fingerprint, now.toISOString())
    notice(
      `The database now belongs to the present secret; ${revoked} ${revoked === 1 ? 'key is' : 'keys are'} revoked and all sessions ended. Users log in ` +
        'with their passwords and make new keys; "formosa key create EMAIL" makes one. Restart the service.',
    )
  } finally {
    await database.close()
  }
}
