import assert from 'node:assert/strict'
import { type Client, cookieOf, type RequestOptions } from './client.ts'

export const password = 'correct horse battery'

/** People who sign up at a service, each from an address of `net` of their own: sign-ups are limited by address. */
export function createPeople(client: () => Client, net: string | number) {
  let [hosts, people] = [0, 0]
  const host = (): string => `127.${net}.${++hosts >> 7}.${(hosts & 127) + 1}`
  const newEmail = (): string => `person${++people}-${net}@example.com`
  const post = (path: string, json: unknown, more: RequestOptions = {}) =>
    client().send(path, { json, from: host(), ...more })

  /** An account with its first key and a session. */
  async function signUp(email = newEmail(), more: RequestOptions = {}) {
    const response = await post('/v1/auth/sign-up', { email, password }, more)
    assert.equal(response.status, 201, response.text)
    const { account, key } = response.json
    const ids = { id: account.user_id as number, keyId: key.id as number }
    return { ...ids, email, response, account, key: key.key as string, cookie: cookieOf(response) }
  }

  const logIn = (email: string, given = password, more: RequestOptions = {}) =>
    post('/v1/auth/log-in', { email, password: given }, more)

  return { host, newEmail, post, signUp, logIn }
}
