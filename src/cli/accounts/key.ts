import { generateKey, storedForm } from '../../access/keys.ts'
import { keyFor } from '../../access/secret.ts'
import { MissingError, UsageError } from '../../errors.ts'
import { addKey, findKeyById, isLive, listKeys, revokeKey } from '../../store/keys.ts'
import type { Run } from '../command.ts'
import { notice, print, printTable } from '../output.ts'
import { userNamed, withDatabase } from './user.ts'

export const keyCreate: Run = (context, { name = '' }, operands) =>
  withDatabase(context, async (database) => {
    const user = await userNamed(database, operands[0]!)
    if (name.length < 1 || name.length > 64 || /\p{Cc}/u.test(name))
      throw new UsageError('--name must have 1 to 64 characters and no control characters.')
    const key = generateKey()
    const stored = storedForm(keyFor(context.secret(), 'api keys'), key, name)
    // The operator is not bound by the users' limit of keys.
    await addKey(database, user.id, stored, context.now().toISOString(), Number.POSITIVE_INFINITY)
    print(`${key}\n`)
  })

export const keyList: Run = (context, _, operands) =>
  withDatabase(context, async (database) => {
    const user = await userNamed(database, operands[0]!)
    const now = context.now().toISOString()
    const rows = (await listKeys(database, user.id)).map((key) => [
      String(key.id),
      key.name,
      `${key.prefix}…${key.last4}`,
      key.createdAt,
      key.lastUsedAt ?? 'never',
      key.revokedAt !== null
        ? `revoked ${key.revokedAt}`
        : key.expiresAt === null
          ? 'works'
          : `${isLive(key, now) ? 'ends' : 'ended'} ${key.expiresAt}`,
    ])
    printTable(['id', 'name', 'key', 'created', 'last used', 'state'], rows)
  })

export const keyRevoke: Run = (context, _, operands) =>
  withDatabase(context, async (database) => {
    const id = operands[0]!
    const key = /^\d{1,9}$/.test(id) ? await findKeyById(database, Number(id)) : null
    if (!key) throw new MissingError(`There is no key ${id}; "formosa key list EMAIL" shows them.`)
    await revokeKey(database, key.userId, key.id, context.now().toISOString())
    notice(`Key ${key.prefix}…${key.last4} is revoked.`)
  })
