import { DamagedError, MissingError, NetworkError, OperatorError, SettingError } from '../errors.ts'

/** A body that is not the one that was announced or named. */
export class WrongBody extends Error {
  override name = 'WrongBody'
}

/** Bytes that do not have the SHA-256 they are named by. */
export class WrongBytes extends WrongBody {
  override name = 'WrongBytes'
}

/** Refusals that may pass although their status is 4xx: the body was changed on its way, or another write is going on. */
const passingCodes = [
  'BadDigest',
  'ConditionalRequestConflict',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'XAmzContentSHA256Mismatch',
]

type ServiceFault = {
  readonly name?: string
  readonly Code?: string
  readonly message?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

export const statusOf = (error: unknown): number | undefined => (error as ServiceFault).$metadata?.httpStatusCode
export const codeOf = (error: unknown): string => (error as ServiceFault).Code ?? (error as ServiceFault).name ?? ''

export function isPassing(error: unknown): boolean {
  if (error instanceof OperatorError) return false
  const status = statusOf(error)
  // Without a status there was no answer, or one that could not be read.
  if (status === undefined || status < 300) return codeOf(error) !== 'CredentialsProviderError'
  return status === 408 || status === 429 || (status >= 500 && status !== 501) || passingCodes.includes(codeOf(error))
}

export const isAbsent = (error: unknown): boolean => statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket'

/** The reason of a failed request in a few words. */
export function reasonOf(error: unknown): string {
  const status = statusOf(error)
  const { message = '' } = error as Error
  const words = [codeOf(error), message].filter((word) => word !== '' && word !== 'Error' && word !== 'UnknownError')
  return `${status === undefined || status < 300 ? '' : `HTTP ${status} `}${[...new Set(words)].join(': ')}`.trim()
}

/** Null for an object that is absent; other failures are thrown. */
export const orNull = (error: unknown): null => {
  if (isAbsent(error)) return null
  throw error
}

/** The failure as an error that the operator can act on. */
export function explained(error: unknown, store: string, what: string): unknown {
  if (error instanceof OperatorError || (error as Error).name === 'AbortError') return error
  const options = { cause: error }
  if (error instanceof WrongBytes) return new DamagedError(`Cannot ${what} ${store}: ${error.message}.`, options)
  const status = statusOf(error)
  if (codeOf(error) === 'NoSuchBucket') return new MissingError(`The bucket of ${store} does not exist.`, options)
  if (status === 401 || status === 403 || codeOf(error) === 'CredentialsProviderError')
    return new SettingError(
      `Cannot ${what} ${store}: access was refused (${reasonOf(error)}). Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights of their user.`,
      options,
    )
  return new NetworkError(`Cannot ${what} ${store}: ${reasonOf(error)}.`, options)
}
