import type { S3Client } from '@aws-sdk/client-s3'
import type { Location } from '../config/values.ts'
import { once } from '../once.ts'
import { type Attempt, withRetries } from './attempts.ts'
import { explained, isPassing, reasonOf, WrongBytes } from './faults.ts'

export type S3Settings = Location & {
  /** Address of a store other than Amazon's; its buckets stand in the path. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  /** The usual sources of the machine, such as a profile or its role, when left out. */
  readonly credentials?:
    | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string | undefined }
    | undefined
  /** How long a failing request is repeated. */
  readonly patienceMs?: number
  /** Milliseconds without progress after which a request is given up and repeated. */
  readonly stallMs?: number
  readonly onRetry?: (reason: string) => void
}

/** Wrong bytes are requested again this often: a faulty connection may pass, a damaged object stays. */
const wrongTries = 3

/** The slowest connection that a body is sent over. */
const leastBytesPerMs = 64

const loadSdk = () => import('@aws-sdk/client-s3')
type Sdk = Awaited<ReturnType<typeof loadSdk>>

type Command = Parameters<S3Client['send']>[0]

/** One attempt of a request; `send` ends with it. */
type Work<T> = (send: S3Client['send'], sdk: Sdk, attempt: Attempt) => Promise<T>

type RequestOptions = {
  /** The purpose of the request, before the store's name: `read x from`. */
  readonly what: string
  readonly signal?: AbortSignal | undefined
  /** Bytes of its body, which take their time. */
  readonly sent?: number
}

export type Requests = ReturnType<typeof prepareRequests>

/** Prepares requests to a bucket; the client is loaded with the first. */
export function prepareRequests(settings: S3Settings) {
  const { bucket, prefix, endpoint, region, credentials } = settings
  const { patienceMs = 60_000, stallMs = 30_000, onRetry = () => {} } = settings
  const name = `s3://${bucket}/${prefix}`.replace(/\/$/, '')
  let isOpened = false
  const open = once(async () => {
    isOpened = true
    const sdk = await loadSdk()
    const client = new sdk.S3Client({
      region: region ?? 'us-east-1',
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(credentials ? { credentials: { ...credentials, sessionToken: credentials.sessionToken! } } : {}),
      // Every attempt is counted and reported here, those that end in the middle of a body too.
      maxAttempts: 1,
      // Bodies are signed with their SHA-256, which every store checks; few know the further checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      expectContinueHeader: false,
    })
    return { sdk, client }
  })

  return {
    name,
    bucket,
    prefix,
    place: (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` }),
    /** Does the work until it succeeds or patience ends. */
    async request<T>({ what, signal, sent = 0 }: RequestOptions, work: Work<T>): Promise<T> {
      const { sdk, client } = await open()
      let wrong = 0
      try {
        return await withRetries(
          {
            patienceMs,
            stallMs: stallMs + sent / leastBytesPerMs,
            signal,
            isPassing: (error) => isPassing(error) && !(error instanceof WrongBytes && ++wrong >= wrongTries),
            onRetry: (error) => onRetry(`Cannot ${what} ${name}, trying again: ${reasonOf(error)}.`),
          },
          (attempt) => {
            const send = (command: Command) => client.send(command, { abortSignal: attempt.signal })
            return work(send as S3Client['send'], sdk, attempt)
          },
        )
      } catch (error) {
        throw signal?.aborted ? error : explained(error, name, what)
      }
    },
    close(): void {
      if (isOpened)
        open().then(
          ({ client }) => client.destroy(),
          () => {},
        )
    },
  }
}
