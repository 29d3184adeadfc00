import type { Config } from '../../config.ts'
import { MissingError, NetworkError, OperatorError, SettingError, UsageError } from '../../errors.ts'
import type { Flags, Run } from '../command.ts'
import { notice, print, printTable } from '../output.ts'
import { causeOf, remoteOf } from '../remote.ts'

/** A webhook as the service lists it. */
type Webhook = {
  readonly id: number
  readonly url: string
  readonly types: string
  readonly datasets: string
  readonly status: string
  readonly delivered_at: string | null
  readonly last_error: string | null
  readonly secret?: string
}

const waitMs = 60_000

/** Sends one request; it is not repeated, since it may change something. */
async function send<T>(config: Config, method: string, path: string, body?: unknown): Promise<T> {
  const { url, key = '' } = remoteOf(config)
  const response = await fetch(`${url.replace(/\/+$/, '')}/v1/webhooks${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Accept: 'application/json' },
    signal: AbortSignal.timeout(waitMs),
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  }).catch((error) => {
    throw new NetworkError(`The connection to ${url} failed: ${causeOf(error)}.`, { cause: error })
  })
  const answer = (await response.json().catch(() => ({}))) as T & { readonly detail?: string }
  if (response.ok) return answer
  const { detail = `${url} answered ${response.status}.` } = answer
  if (response.status === 401)
    throw new SettingError(`${detail} Run "formosa login", or set FORMOSA_KEY, --key or a profile.`)
  if (response.status === 404) throw new MissingError(detail)
  if (response.status === 422) throw new UsageError(detail)
  throw response.status >= 429 ? new NetworkError(detail) : new OperatorError(detail)
}

const numbered = (id: string): string => {
  if (!/^\d{1,9}$/.test(id)) throw new UsageError(`The webhook must be a number, as "formosa webhooks list" prints it.`)
  return `/${id}`
}

/** The filters of `--types` and `--datasets`, where they are given. */
const filtersOf = ({ types, datasets }: Flags) => ({
  ...(types === undefined ? {} : { types }),
  ...(datasets === undefined ? {} : { datasets }),
})

export const webhooksList: Run = async ({ config }) => {
  const { webhooks } = await send<{ webhooks: Webhook[] }>(config, 'GET', '')
  printTable(
    ['id', 'url', 'types', 'datasets', 'status', 'last delivery', 'last error'],
    webhooks.map((one) => [
      ...[one.id, one.url, one.types, one.datasets, one.status],
      ...[one.delivered_at ?? 'never', one.last_error ?? 'none'],
    ]),
  )
}

export const webhooksAdd: Run = async ({ config }, flags, [url]) => {
  const { id, secret } = await send<Webhook>(config, 'POST', '', { url, ...filtersOf(flags) })
  notice(`Webhook ${id} is sent events from now on.`)
  print(`${secret}\n`)
}

export const webhooksRemove: Run = async ({ config }, _, [id]) => {
  await send(config, 'DELETE', numbered(id!))
  notice(`Webhook ${id} is removed.`)
}

export const webhooksResume: Run = async ({ config }, _, [id]) => {
  await send(config, 'PATCH', numbered(id!), { status: 'active' })
  notice(`Webhook ${id} goes on where it stopped.`)
}

export const webhooksRotate: Run = async ({ config }, _, [id]) => {
  const { secret } = await send<Webhook>(config, 'POST', `${numbered(id!)}/rotate`)
  notice('For a day the old secret signs too.')
  print(`${secret}\n`)
}

export const webhooksReplay: Run = async ({ config }, _, [id, after]) => {
  await send(config, 'POST', `${numbered(id!)}/replay`, { after })
  notice(`Webhook ${id} is sent every event after ${after} again.`)
}

export const webhooksTest: Run = async ({ config }, _, [id]) => {
  const test = await send<{ delivered: boolean; status: number | null; error: string | null }>(
    config,
    'POST',
    `${numbered(id!)}/test`,
  )
  if (!test.delivered) throw new OperatorError(`The test was not taken: ${test.error}.`)
  notice(`The receiver answered ${test.status}.`)
}
