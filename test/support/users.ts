import { join } from 'node:path'
import { generateKey, storedForm } from '../../src/access/keys.ts'
import { keyFor, readSecret } from '../../src/access/secret.ts'
import type { Tier } from '../../src/catalogue/dataset.ts'
import { openDatabase } from '../../src/store/database.ts'
import { addKey } from '../../src/store/keys.ts'
import { addUser, findUser, setTier } from '../../src/store/users.ts'

/** Makes users as the command line does, without a process for each of them. */
export async function openUsers(home: string, settings: Readonly<Record<string, string>> = {}) {
  const database = await openDatabase({ url: settings.DATABASE_URL, path: join(home, 'control.sqlite') })
  const pepper = keyFor(readSecret(home, settings.FORMOSA_SECRET), 'api keys')
  return {
    async add(tier: Tier) {
      const key = generateKey()
      const email = `${tier}-${process.hrtime.bigint()}@example.com`
      const user = { email, tier, at: new Date().toISOString(), isVerified: true }
      const added = await addUser(database, user, storedForm(pepper, key, 'first key'))
      if (!added) throw new Error(`${email} is taken`)
      return { key, email, id: added.user.id }
    },
    /** A further key of a user. */
    async addKey(id: number): Promise<string> {
      const key = generateKey()
      await addKey(database, id, storedForm(pepper, key, 'another key'), new Date().toISOString(), 20)
      return key
    },
    /** Grants a user a tier, as the operator does. */
    async setTier(email: string, tier: Tier): Promise<void> {
      const user = await findUser(database, { email })
      if (!user) throw new Error(`there is no ${email}`)
      await setTier(database, user.id, tier, new Date().toISOString())
    },
    close: database.close,
  }
}
