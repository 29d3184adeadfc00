import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { bringsSecret, settleSecret, stageSecret } from '../access/restoredSecret.ts'
import type { Counts } from '../store/backup/format.ts'
import { readMark } from '../store/backup/mark.ts'
import { checkBackup } from '../store/backup/read.ts'
import { restore as putBack } from '../store/backup/restore.ts'
import { openSnapshot } from '../store/backup/snapshot.ts'
import { writeBackup, writeBackupFile } from '../store/backup/write.ts'
import { openAlone } from '../store/database.ts'
import type { Run } from './command.ts'
import { placeOf } from './control.ts'

const said = (counts: Counts): string => {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return `${counts.users} users, ${counts.keys} keys, ${all} rows in all`
}

export const backup: Run = async ({ config, now, release, secret }, { force }, operands) => {
  const file = operands[0]!
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
    return 0
  } finally {
    await snapshot.close()
  }
}

export const restore: Run = async ({ config }, { replace }, operands) => {
  const path = resolve(operands[0]!)
  const replaces = replace !== undefined
  const home = config.FORMOSA_HOME
  const { header, counts } = await checkBackup(path)
  const settle = () => settleSecret(home, () => readMark(config.storePath))
  settle()
  const isNew = bringsSecret({ home, setting: config.FORMOSA_SECRET }, header.secret, replaces)
  const mark = isNew ? randomInt(2 ** 30, 2 ** 31) : null
  const database = await openAlone(placeOf(config))
  try {
    await putBack(database, {
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
}
