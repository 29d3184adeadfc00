import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  ApiError,
  type Client,
  ConnectionError,
  createClient,
  FormosaError,
  InvalidParameterError,
  type RetryEvent,
  UnknownDatasetError,
  UnknownParameterError,
  type Warning,
} from '../../sdk/index.ts'
import type { Config } from '../config.ts'
import { makeFolder } from '../disk.ts'
import { MissingError, NetworkError, OperatorError, SettingError, UsageError } from '../errors.ts'
import { nearest } from '../http/request/nearest.ts'
import { notice } from './output.ts'

/** The service of this machine, where the settings name none. */
export const ownService = 'http://127.0.0.1:8080'

const profileNames = ['FORMOSA_URL', 'FORMOSA_KEY'] as const
type Profile = Partial<Record<(typeof profileNames)[number], string>>

/** The lines `NAME=VALUE` of a profile. */
function readProfile(path: string): Profile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingError(`FORMOSA_PROFILE cannot be read: ${(error as Error).message}.`, { cause: error })
  }
  const profile: Profile = {}
  for (const [n, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const [, name, value] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? []
    const known = profileNames.find((known) => known === name)
    // The line may hold the key.
    if (!known) throw new SettingError(`Line ${n + 1} of FORMOSA_PROFILE must be FORMOSA_URL=… or FORMOSA_KEY=….`)
    profile[known] = value!
  }
  return profile
}

/** The reason why a request failed, which `fetch` puts into the cause of its error. */
export const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return (cause as Error | undefined)?.message || message
}

/** The service that the settings name; null where they name none. */
export const remoteUrl = ({ FORMOSA_URL, FORMOSA_PROFILE }: Config): string | null =>
  FORMOSA_URL ?? (FORMOSA_PROFILE === undefined ? null : (readProfile(FORMOSA_PROFILE).FORMOSA_URL ?? null))

/** Where "formosa login" keeps the key of a user who has set no FORMOSA_PROFILE. */
const ownProfile = (): string => join(homedir(), '.config', 'formosa', 'profile')

/** The file of the profile that is read and written. */
export const profilePath = ({ FORMOSA_PROFILE }: Config): string => FORMOSA_PROFILE ?? ownProfile()

/** Keeps a key for later commands and for the clients, where its user alone can read it. */
export function writeProfile(path: string, profile: Required<Profile>): void {
  makeFolder(dirname(path))
  const text = `FORMOSA_URL=${profile.FORMOSA_URL}\nFORMOSA_KEY=${profile.FORMOSA_KEY}\n`
  // A file that others could read before must not hold the key for a moment.
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The service of the settings, or of this machine, and the key to read with; `from` is the place of the key. */
export function remoteOf(config: Config) {
  const { FORMOSA_URL, FORMOSA_KEY, FORMOSA_PROFILE } = config
  const path = profilePath(config)
  const profile = FORMOSA_PROFILE !== undefined || existsSync(path) ? readProfile(path) : {}
  const url = FORMOSA_URL ?? profile.FORMOSA_URL ?? ownService
  if (FORMOSA_KEY !== undefined) return { url, key: FORMOSA_KEY, from: 'FORMOSA_KEY' }
  // The key of a log-in is for the service that made it.
  const isOther = FORMOSA_PROFILE === undefined && url !== profile.FORMOSA_URL
  return { url, key: isOther ? undefined : profile.FORMOSA_KEY, from: path }
}

const warn = ({ message }: Warning): void => notice(`Warning: ${message}`)
const refuse = ({ message }: Warning): never => {
  throw new UsageError(`${message}: refused because of --strict.`)
}

/** Tells why a request is sent again, once for each cause in a row. */
export function createRetryNotice(tell = notice): (event: RetryEvent) => void {
  let told = ''
  return ({ attempt, error, delayMs }) => {
    // A message may end in a request id and the number of attempts.
    const cause = error instanceof ApiError ? error.code : error.name
    if (attempt > 1 && cause === told) return
    told = cause
    tell(`${error.message} Next attempt in ${Math.ceil(delayMs / 1_000)} s, and later ones if it fails.`)
  }
}

/** A client of the service in the settings, which reports repetitions on standard error, and warnings or fails. */
export function openRemote(config: Config, isStrict = false): Client {
  const { url, key = '' } = remoteOf(config)
  try {
    return createClient({
      url,
      key,
      userAgent: 'formosa-cli',
      onWarning: isStrict ? refuse : warn,
      onRetry: createRetryNotice(),
    })
  } catch (error) {
    throw error instanceof TypeError ? new SettingError(`Bad settings: ${error.message}.`, { cause: error }) : error
  }
}

/** The end of a sentence about a dataset that is not known. */
export function suggestDataset(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : '"formosa datasets" lists them.'
}

/** The datasets of the service in the settings. */
export const remoteCatalogue = (config: Config) =>
  openRemote(config)
    .catalogue()
    .catch((error) => {
      throw remoteError(error)
    })

/** Turns an error of the client into one of the command line. */
export function remoteError(error: unknown): unknown {
  if (!(error instanceof FormosaError)) return error
  const options = { cause: error }
  if (error instanceof UnknownDatasetError) return new MissingError(error.message, options)
  if (error instanceof InvalidParameterError || error instanceof UnknownParameterError)
    return new UsageError(error.message, options)
  if (error instanceof ApiError && error.status === 401)
    return new SettingError(`${error.message} Run "formosa login", or set FORMOSA_KEY, --key or a profile.`, options)
  if (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 429))
    return new NetworkError(error.message, options)
  return new OperatorError(error.message, options)
}
