import { type Location, locationOf } from '../../config/values.ts'
import { SettingError } from '../../errors.ts'
import { openS3 } from '../../objects/s3.ts'
import type { ObjectStore } from '../../objects/store.ts'
import type { Context } from '../command.ts'

/** How long a writer waits for an unreachable store. */
const writerPatienceMs = 600_000
/** How long a command that only looks waits. */
const readerPatienceMs = 20_000
/** A request of a client waits for the store, and a service looks again soon: neither is repeated for long. */
const serving = { patienceMs: 8_000, stallMs: 4_000 }

type StoreOptions = { readonly isWriter?: boolean; readonly isServing?: boolean }

/** Opens the store of the settings; null where none is set. */
export function openObjects(
  { config, log }: Context,
  { isWriter = false, isServing = false }: StoreOptions = {},
): ObjectStore | null {
  if (config.FORMOSA_OBJECTS === undefined) return null
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config
  const isKeyed = accessKeyId !== undefined && secretAccessKey !== undefined
  return openS3({
    ...(locationOf(config.FORMOSA_OBJECTS) as Location),
    endpoint: config.AWS_ENDPOINT_URL_S3 ?? config.AWS_ENDPOINT_URL,
    region: config.AWS_REGION,
    ...(isKeyed ? { credentials: { accessKeyId, secretAccessKey, sessionToken: config.AWS_SESSION_TOKEN } } : {}),
    patienceMs: isWriter ? writerPatienceMs : readerPatienceMs,
    ...(isServing ? serving : {}),
    onRetry: (reason) => (isServing ? log.debug(reason) : log.warn(reason)),
  })
}

/** Does some work with the store of the settings, which must be set. */
export async function withObjects<T>(
  context: Context,
  options: StoreOptions,
  work: (store: ObjectStore) => Promise<T>,
): Promise<T> {
  const store = openObjects(context, options)
  if (!store) throw new SettingError('FORMOSA_OBJECTS is not set: name a store, e.g. s3://bucket/prefix.')
  try {
    return await work(store)
  } finally {
    store.close()
  }
}
