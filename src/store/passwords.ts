import type { Database } from './database.ts'
import { storedToken } from './sessionToken.ts'

/** Replaces the password of an unverified user, and ends the sessions opened with the old one. */
export function setPassword({ db }: Database, userId: number, password: string, at: string): Promise<void> {
  return db.transaction().execute(async (step) => {
    await step
      .updateTable('accounts')
      .set({ password, updated_at: at })
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .execute()
    await step.deleteFrom('sessions').where('user_id', '=', userId).execute()
  })
}

export async function endSession({ db }: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', storedToken(token)).execute()
}
