import { generateKey, storedForm } from '../../src/access/keys.ts'
import { callsPerHour } from '../../src/access/plans.ts'
import { openDatabase } from '../../src/store/database.ts'
import { addUser } from '../../src/store/users.ts'

/** More requests a second than one serving thread answers over all cases. */
const mostPerSecond = 65_000

/** How many users of the Plus tier share the calls of so many seconds, so that none of them reaches the quota. */
export const usersFor = (seconds: number): number => Math.ceil((seconds * mostPerSecond) / callsPerHour('plus'))

/** Makes users of the Plus tier and returns the Authorization header of each. */
export async function addUsers(storePath: string, pepper: Buffer, count: number): Promise<string[]> {
  const database = await openDatabase({ path: storePath })
  const headers: string[] = []
  for (let n = 0; n < count; n++) {
    const key = generateKey()
    const user = {
      email: `bench${n}@example.com`,
      tier: 'plus',
      at: new Date().toISOString(),
      isVerified: true,
    } as const
    await addUser(database, user, storedForm(pepper, key, 'bench'))
    headers.push(`Bearer ${key}`)
  }
  await database.close()
  return headers
}
