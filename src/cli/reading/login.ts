import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { NetworkError, OperatorError, SettingError } from '../../errors.ts'
import type { Run } from '../command.ts'
import { notice, print, printJson } from '../output.ts'
import { causeOf, profilePath, remoteOf, writeProfile } from '../remote.ts'

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

/** Sends one request; it is not repeated, since it may change something. */
async function send(
  url: string,
  method: string,
  path: string,
  { key, body }: { key?: string; body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    method,
    headers: {
      ...{ Accept: 'application/json', 'Content-Type': 'application/json' },
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    signal: AbortSignal.timeout(60_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error) => {
    throw new NetworkError(`The connection to ${url} failed: ${causeOf(error)}.`, { cause: error })
  })
  const parsed = (await response.json().catch(() => ({}))) as Answer['body']
  return { status: response.status, body: parsed }
}

const refusal = ({ status, body }: Answer): OperatorError => {
  const sentence = String(body.detail ?? `The service answered with ${status}.`)
  if (status === 401) return new SettingError(sentence)
  return status >= 429 ? new NetworkError(sentence) : new OperatorError(sentence)
}

const succeeded = (answer: Answer): Answer['body'] => {
  if (answer.status !== 200) throw refusal(answer)
  return answer.body
}

/** Opens an address in the browser of the desktop, where there is one. */
function openBrowser(address: string): void {
  const commands: Readonly<Record<string, string>> = { darwin: 'open', win32: 'explorer' }
  const child = spawn(commands[process.platform] ?? 'xdg-open', [address], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

export const login: Run = async ({ config }, flags) => {
  const { url } = remoteOf(config)
  const begun = succeeded(
    await send(url, 'POST', '/v1/device/code', { body: { client: `formosa on ${hostname()}`.slice(0, 64) } }),
  )
  const address = String(begun.verification_uri_complete)
  notice(`Open ${address} and allow the code ${begun.user_code}. Waiting for your answer.`)
  // Only an address of the web: a service must not name a program to start.
  if (flags['no-browser'] === undefined && /^https?:\/\//.test(address)) openBrowser(address)
  for (;;) {
    await sleep(Number(begun.interval) * 1_000)
    const answer = await send(url, 'POST', '/v1/device/token', { body: { device_code: begun.device_code } })
    if (answer.body.code === 'authorization_pending' || answer.body.code === 'slow_down') continue
    const key = String(succeeded(answer).key)
    const path = profilePath(config)
    writeProfile(path, { FORMOSA_URL: url, FORMOSA_KEY: key })
    const { email, tier } = succeeded(await send(url, 'GET', '/v1/me', { key }))
    return notice(`Logged in at ${url} as ${email} (${tier}). The key is in ${path}.`)
  }
}

export const logout: Run = async ({ config }) => {
  const path = profilePath(config)
  if (!existsSync(path)) throw new SettingError(`There is no key in ${path}: you are not logged in.`)
  const { url, key } = remoteOf({ ...config, FORMOSA_URL: undefined, FORMOSA_KEY: undefined } as typeof config)
  const answer = key === undefined ? null : await send(url, 'DELETE', '/v1/key', { key })
  // A key that the service no longer knows is revoked already.
  if (answer !== null && answer.status !== 401) succeeded(answer)
  rmSync(path)
  notice(`Logged out at ${url}: the key is revoked, and ${path} is removed.`)
}

export const whoami: Run = async ({ config }, { json }) => {
  const { url, key, from } = remoteOf(config)
  if (key === undefined) throw new SettingError(`There is no key for ${url}. Run "formosa login", or set FORMOSA_KEY.`)
  const me = succeeded(await send(url, 'GET', '/v1/me', { key }))
  const info = succeeded(await send(url, 'GET', '/v1/key/info', { key }))
  if (json !== undefined) return printJson({ ...me, ...info, url, key_from: from }, 2)
  print(
    `${me.email} at ${url}\n${me.tier}: ${info.remaining_this_hour} of ${info.rate_limit_per_hour} calls left in this hour\nkey from ${from}\n`,
  )
}
