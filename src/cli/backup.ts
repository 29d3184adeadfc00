import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { bringsSecret, settleSecret, stageSecret } from '../access/restoredSecret.ts'
import { OperatorError } from '../errors.ts'
import { actingAs, note } from '../store/auditTrail.ts'
import type { Counts } from '../store/backup/format.ts'
import { readMark } from '../store/backup/mark.ts'
import { checkBackup } from '../store/backup/read.ts'
import { restore as putBack } from '../store/backup/restore.ts'
import { openSnapshot } from '../store/backup/snapshot.ts'
import { writeBackup, writeBackupFile } from '../store/backup/write.ts'
import { openAlone } from '../store/database.ts'
import { migrations } from '../store/migrations.ts'
import type { Command, Context } from './command.ts'
import { placeOf } from './control.ts'
import { operatorAt } from './operator.ts'
import { only, withDatabase } from './user.ts'

const said = (counts: Counts): string => {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return `${counts.users} users, ${counts.keys} keys, ${all} rows in all`
}

export const backup: Command = {
  name: 'backup',
  about:
    'Write a copy of accounts, keys, plans and counts into one file while the service runs; "-" for standard output.',
  operands: 'FILE',
  flags: { force: { about: 'replace a file of that name' } },
  async run(context, { force }, operands) {
    const { config, now, release, secret } = context
    const file = only(operands, 'backup formosa-2026-11-13.backup')
    const snapshot = await openSnapshot(placeOf(config))
    try {
      const facts = { release, created_at: now().toISOString(), secret: secret().toString() }
      const path = resolve(file)
      const counts =
        file === '-'
          ? await writeBackup(snapshot, facts, process.stdout)
          : await writeBackupFile(snapshot, facts, path, { replaces: force !== undefined })
      process.stderr.write(
        `Wrote ${said(counts)}${file === '-' ? '' : ` to ${path}`}. It holds the secret of this installation and ` +
          'the addresses of its users: keep it where only you can read it.\n',
      )
      await recordBackup(context, snapshot.schema)
      return 0
    } finally {
      await snapshot.close()
    }
  },
}

/** A database of an older release is left as it is, and has no audit trail. */
async function recordBackup(context: Context, schema: number): Promise<void> {
  try {
    if (schema < migrations.length) throw new OperatorError('its database is of an older release')
    const noted = { action: 'backup.write', userId: null } as const
    await withDatabase(context, ({ db, actor }) => note(db, actor, noted))
  } catch (error) {
    process.stderr.write(`The backup is not in the audit trail: ${(error as Error).message}\n`)
  }
}

export const restore: Command = {
  name: 'restore',
  about: 'Put a backup into the database of the settings, file or PostgreSQL, whichever it was made from.',
  operands: 'FILE',
  flags: { replace: { about: 'remove the users, and the secret, that are there' } },
  async run({ config, now }, { replace }, operands) {
    const path = resolve(only(operands, 'restore formosa-2026-11-13.backup'))
    const replaces = replace !== undefined
    const home = config.FORMOSA_HOME
    const { header, counts } = await checkBackup(path)
    const settle = () => settleSecret(home, () => readMark(config.storePath))
    settle()
    const isNew = bringsSecret({ home, setting: config.FORMOSA_SECRET }, header.secret, replaces)
    const mark = isNew ? randomInt(2 ** 30, 2 ** 31) : null
    const database = await openAlone(placeOf(config))
    try {
      await putBack(actingAs(database, operatorAt(now())), {
        path,
        header,
        replaces,
        mark,
        beforeCommit: () => {
          if (mark !== null) stageSecret(home, header.secret, mark)
        },
      })
    } finally {
      await database.close()
    }
    settle()
    process.stderr.write(`Restored ${said(counts)}, as they were at ${header.created_at}.\n`)
    return 0
  },
}
