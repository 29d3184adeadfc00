import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { explain, MissingError, SettingError } from '../errors.ts'

const leastCharacters = 12

/** The passphrase of backups: of the file, or of the setting; null where neither is given. */
export function passphraseOf(file: string | undefined, { FORMOSA_BACKUP_PASSPHRASE: setting }: Config): string | null {
  if (file === undefined) return setting === undefined ? null : checked(setting, 'FORMOSA_BACKUP_PASSPHRASE')
  try {
    return checked(readFileSync(file, 'utf8').split('\n')[0]!.replace(/\r$/, ''), `The first line of ${file}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingError(`There is no file ${file}.`)
    throw explain(error, `read ${file}`)
  }
}

function checked(passphrase: string, where: string): string {
  if (passphrase.length < leastCharacters)
    throw new SettingError(`${where} must have at least ${leastCharacters} characters to be a passphrase.`)
  return passphrase
}
