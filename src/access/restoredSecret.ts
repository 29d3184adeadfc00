import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivate, syncFolder } from '../disk.ts'
import { OperatorError, SettingError } from '../errors.ts'

/*
 * A restore writes the secret and the rows to two files, and both or neither must take effect. The secret is staged
 * under a number that is written into the database in one transaction with the rows. The next reader of the secret
 * moves a staged secret into place where the database has its number.
 */
const waiting = 'secret.restored-'

/** Whether a restore has to write the secret; throws where FORMOSA_SECRET differs from the backup's. */
export function bringsSecret(
  { home, setting }: { readonly home: string; readonly setting: string | undefined },
  secret: string,
  replaces: boolean,
): boolean {
  if (setting !== undefined) {
    if (setting === secret) return false
    throw new SettingError(
      'FORMOSA_SECRET is not the secret of this backup, whose keys and sessions would not work: set it to the one in ' +
        'the backup, which "formosa backup --check FILE --print-secret" shows.',
    )
  }
  if (secret !== secret.trim())
    throw new SettingError("This backup's secret has blanks around it, which a file does not keep: set FORMOSA_SECRET.")
  const path = join(home, 'secret')
  const present = existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  if (present === secret) return false
  if (present !== null && !replaces)
    throw new OperatorError(
      `${path} is another secret than the backup's: --replace puts the backup's in its place, and keys ` +
        'made with the present one stop working.',
    )
  return true
}

/** Stages a secret; replaces one that was staged and never used. */
export function stageSecret(home: string, secret: string, mark: number): void {
  for (const name of globSync(`${waiting}*`, { cwd: home })) rmSync(join(home, name))
  makePrivate(join(home, `${waiting}${mark}`), () => secret)
}

/** Moves a staged secret into place where the database has its number. */
export function settleSecret(home: string, readMark: () => number | null): void {
  const names = globSync(`${waiting}*`, { cwd: home })
  if (names.length === 0) return
  const name = `${waiting}${readMark()}`
  if (!names.includes(name)) return
  try {
    renameSync(join(home, name), join(home, 'secret'))
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  syncFolder(home)
}
