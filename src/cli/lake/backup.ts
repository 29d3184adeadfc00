import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { bringsSecret, settleSecret, stageSecret } from '../../access/restoredSecret.ts'
import { fingerprintOf } from '../../access/secret.ts'
import type { Config } from '../../config.ts'
import { explain, MissingError, OperatorError, SettingError, UsageError } from '../../errors.ts'
import { actingAs, note } from '../../store/auditTrail.ts'
import type { Counts } from '../../store/backup/format.ts'
import { readMark } from '../../store/backup/mark.ts'
import { checkBackup } from '../../store/backup/read.ts'
import { restore as putBack } from '../../store/backup/restore.ts'
import { openSnapshot } from '../../store/backup/snapshot.ts'
import { writeBackup, writeBackupFile } from '../../store/backup/write.ts'
import { openAlone } from '../../store/database.ts'
import { migrations } from '../../store/migrations.ts'
import { checkFingerprint, operatorAt, withDatabase } from '../accounts/database.ts'
import type { Context, Run } from '../command.ts'
import { placeOf } from '../control.ts'
import { counted, notice, print, printTable } from '../output.ts'

/** The passphrase of the file, or of the setting; null where neither is given. */
function passphraseOf(file: string | undefined, { FORMOSA_BACKUP_PASSPHRASE: setting }: Config): string | null {
  if (file === undefined) return setting === undefined ? null : checked(setting, 'FORMOSA_BACKUP_PASSPHRASE')
  try {
    return checked(readFileSync(file, 'utf8').split('\n')[0]!.replace(/\r$/, ''), `The first line of ${file}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingError(`There is no file ${file}.`)
    throw explain(error, `read ${file}`)
  }
}

const leastCharacters = 12

function checked(passphrase: string, where: string): string {
  if (passphrase.length < leastCharacters)
    throw new SettingError(`${where} must have at least ${leastCharacters} characters to be a passphrase.`)
  return passphrase
}

const summaryOf = (counts: Counts): string => {
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return `${counted(counts.users ?? 0, 'user')}, ${counted(counts.keys ?? 0, 'key')}, ${counted(all, 'row')} in all`
}

export const backup: Run = async (context, flags, operands) => {
  const { force, check, 'passphrase-file': passphraseFile, 'print-secret': printSecret } = flags
  const { config, now, release } = context
  const file = operands[0]!
  const passphrase = passphraseOf(passphraseFile, config)
  const path = resolve(file)
  if (check !== undefined) return checkFile(path, passphrase, printSecret !== undefined)
  if (printSecret !== undefined) throw new UsageError('--print-secret goes with --check.')
  const snapshot = await openSnapshot(placeOf(config))
  try {
    if (!snapshot.hasRows)
      throw new MissingError(
        'There is nothing to back up: the database has no users and no payments; run this with the settings of the service.',
      )
    checkFingerprint(context, snapshot.fingerprint, true)
    const secret = context.presentSecret()!.toString()
    const facts = { release, created_at: now().toISOString(), secret }
    const counts =
      file === '-'
        ? await writeBackup(snapshot, facts, process.stdout, passphrase)
        : await writeBackupFile(snapshot, facts, path, { replaces: force !== undefined, passphrase })
    notice(
      `Wrote ${summaryOf(counts)}${file === '-' ? '' : ` to ${path}`}. ` +
        (passphrase === null
          ? 'It holds the secret of this installation and the addresses of its users: keep it where only you can ' +
            'read it.'
          : 'It is encrypted: without its passphrase nobody can read it, nor can you.'),
    )
    if (context.otherSecret() !== null)
      notice('FORMOSA_OTHER_SECRET is not in it: keys that still derive from that secret work with that setting alone.')
    await recordBackup(context, snapshot.schema)
  } finally {
    await snapshot.close()
  }
}

/** Reports the content of a backup; throws where it is incomplete. */
async function checkFile(path: string, passphrase: string | null, printsSecret: boolean): Promise<void> {
  const { header, counts } = await checkBackup(path, passphrase)
  const { release, schema, format, engine, created_at } = header
  if (printsSecret) print(`${header.secret}\n`)
  else printTable(['table', 'rows'], Object.entries(counts))
  notice(
    `${path} is whole: ${summaryOf(counts)}, as of ${created_at}, from ${engine}, by release ${release} (schema ${schema}, ` +
      `format ${format}).`,
  )
}

/** A database of an older release is left as it is, and has no audit trail. */
async function recordBackup(context: Context, schema: number): Promise<void> {
  try {
    if (schema < migrations.length) throw new OperatorError('its database is of an older release')
    const noted = { action: 'backup.write', userId: null } as const
    await withDatabase(context, ({ db, actor }) => note(db, actor, noted))
  } catch (error) {
    notice(`The backup is not in the audit trail: ${(error as Error).message}`)
  }
}

export const restore: Run = async ({ config, now }, { replace, 'passphrase-file': passphraseFile }, operands) => {
  const path = resolve(operands[0]!)
  const replaces = replace !== undefined
  const home = config.FORMOSA_HOME
  const passphrase = passphraseOf(passphraseFile, config)
  const { header, counts } = await checkBackup(path, passphrase)
  const settle = () => settleSecret(home, () => readMark(config.storePath))
  settle()
  const isNew = bringsSecret({ home, setting: config.FORMOSA_SECRET }, header.secret, replaces)
  const mark = isNew ? randomInt(2 ** 30, 2 ** 31) : null
  const database = await openAlone(placeOf(config), replaces)
  try {
    await putBack(actingAs(database, operatorAt(now())), {
      path,
      passphrase,
      header,
      fingerprint: fingerprintOf(Buffer.from(header.secret)),
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
  notice(`Restored ${summaryOf(counts)}, as they were at ${header.created_at}.`)
}
