import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { contractAt, expectProblem, held, plain, unescaped } from '../../test/support/api.ts'
import { createClient, type Client as HttpClient, type HttpResponse } from '../../test/support/client.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { call } from '../../test/support/mcp.ts'
import { createPeople } from '../../test/support/people.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { findClient, forgetOauth } from '../store/oauthTokens.ts'
import { deleteUser, findUser } from '../store/users.ts'

/* Applications that act for users: the whole way of the official client, and the attacks that must fail on it. */

const root = mkdtempSync(join(tmpdir(), 'formosa-oauth-'))
const postgres = await startPostgres({ fsync: false })
after(async () => {
  if (!('skip' in postgres)) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

const claude = 'https://claude.ai/api/mcp/auth_callback'

type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly expires_in: number }

for (const [n, engine] of (['sqlite', 'postgres'] as const).entries())
  describe(`OAuth on ${engine}`, { skip: engine === 'postgres' && 'skip' in postgres && postgres.skip }, () => {
    const folder = join(root, engine)
    let service: Service
    let client: HttpClient
    let database: Database
    const people = createPeople(() => client, 50 + n)

    before(async () => {
      const home = await copyOfBrief(folder)
      const url = engine === 'postgres' && 'url' in postgres ? postgres.url : undefined
      const secret = url === undefined ? {} : { DATABASE_URL: url, FORMOSA_SECRET: randomBytes(32).toString('hex') }
      service = await startService(home, { FORMOSA_NOW: builtAt, ADDRESS_LIMIT: '0', ...secret })
      client = held(createClient(service.url), await contractAt(service.url))
      database = await openDatabase({ url, path: join(home, 'control.sqlite') })
    })
    after(async () => {
      client?.close()
      await database?.close()
      await service?.stop()
    })

    const form = (
      path: string,
      members: Record<string, string>,
      more: { headers?: Record<string, string>; cookie?: string } = {},
    ) =>
      client.send(path, {
        ...more,
        body: new URLSearchParams(members).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...more.headers },
      })

    async function register(...redirectUris: string[]): Promise<string> {
      const response = await client.send('/oauth2/register', {
        json: { client_name: 'Claude', redirect_uris: redirectUris },
      })
      assert.equal(response.status, 201, response.text)
      return response.json.client_id
    }

    const proof = () => {
      const verifier = randomBytes(32).toString('base64url')
      return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
    }

    /** The query of a request for access; a member that is empty is left out. */
    const requestOf = (clientId: string, challenge: string, more: Record<string, string> = {}): string => {
      const members = {
        ...{
          response_type: 'code',
          client_id: clientId,
          redirect_uri: claude,
          scope: 'read offline_access',
          state: 's1',
        },
        ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: `${service.url}/mcp/account` },
        ...more,
      }
      return new URLSearchParams(Object.entries(members).filter(([, value]) => value !== '')).toString()
    }
    const ask = (query: string, cookie: string) => client.send(`/oauth2/authorize?${query}`, { cookie })

    /** The signed request that a page asks about. */
    const signedIn = ({ status, text }: HttpResponse): string => {
      assert.equal(status, 200, text.slice(0, 500))
      return unescaped(/name="request" value="([^"]+)"/.exec(text)![1]!)
    }
    const decide = (request: string, cookie: string, decision = 'allow') =>
      form(
        '/oauth2/consent',
        { request, decision },
        { cookie, headers: { Origin: service.url, 'Sec-Fetch-Site': 'same-origin' } },
      )

    const locationOf = ({ status, headers, text }: HttpResponse): URL => {
      assert.equal(status, 303, text.slice(0, 500))
      return new URL(headers.location!)
    }

    /** A user who has let an application act: everything up to its code. */
    async function agree(more: Record<string, string> = {}) {
      const person = await people.signUp()
      const clientId = await register(claude)
      const { verifier, challenge } = proof()
      const page = await ask(requestOf(clientId, challenge, more), person.cookie)
      const back = locationOf(await decide(signedIn(page), person.cookie))
      return { person, clientId, verifier, page, back, code: back.searchParams.get('code')! }
    }

    const redeem = (clientId: string, code: string, verifier: string, more: Record<string, string> = {}) =>
      form('/oauth2/token', {
        ...{
          grant_type: 'authorization_code',
          client_id: clientId,
          code,
          redirect_uri: claude,
          code_verifier: verifier,
        },
        ...more,
      })
    const refresh = (clientId: string, token: string, more: Record<string, string> = {}) =>
      form('/oauth2/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...more })

    const tokensOf = (response: HttpResponse): Tokens => {
      assert.equal(response.status, 200, response.text)
      return response.json
    }

    async function connect() {
      const agreed = await agree()
      return { ...agreed, tokens: tokensOf(await redeem(agreed.clientId, agreed.code, agreed.verifier)) }
    }

    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'check_quota', arguments: {} } }
    const ping = (token: string | null, path = '/mcp/account') =>
      client.send(path, {
        json: message,
        headers: { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' },
        ...(token === null ? {} : { key: token }),
      })
    const refusedToken = async (token: string, path?: string) =>
      expectProblem(await ping(token, path), 401, 'invalid_access_token')

    /** Keys of a user, as the account page lists them. */
    const keysOf = async (cookie: string) => (await client.send('/v1/keys', { cookie })).json.keys

    test('the official client finds, registers, asks, calls a tool, refreshes and is revoked', async () => {
      const person = await people.signUp()
      const kept: { client?: never; tokens?: Tokens | undefined; verifier?: string; asked?: URL; state?: string } = {}
      const provider: OAuthClientProvider = {
        redirectUrl: 'http://127.0.0.1:41234/callback',
        clientMetadata: {
          ...{ client_name: 'Desk', redirect_uris: ['http://127.0.0.1:41234/callback'] },
          ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
        },
        state: () => 'state-1',
        clientInformation: () => kept.client,
        saveClientInformation(info) {
          kept.client = info as never
        },
        tokens: () => kept.tokens as never,
        saveTokens(tokens) {
          kept.tokens = tokens as never
        },
        redirectToAuthorization(url) {
          kept.asked = url
        },
        saveCodeVerifier(verifier) {
          kept.verifier = verifier
        },
        codeVerifier: () => kept.verifier!,
      }
      const open = () =>
        new StreamableHTTPClientTransport(new URL(`${service.url}/mcp/account`), { authProvider: provider })
      const first = open()
      await assert.rejects(new Client({ name: 'test', version: '1' }).connect(first), UnauthorizedError)
      assert.equal(kept.asked?.searchParams.get('resource'), `${service.url}/mcp/account`)
      const path = kept.asked!.href.slice(service.url.length)

      // Signed out: the page for logging in, which leads back.
      const signedOut = await client.send(path)
      const target = new URL(signedOut.headers.location!, `${service.url}${path}`)
      assert.equal(target.pathname, '/account')
      const account = await client.send(target.href.slice(service.url.length))
      assert.equal(account.status, 200)
      assert.ok(unescaped(account.text).includes(`href="./${path.slice(1)}"`))

      const page = await client.send(path, { cookie: person.cookie })
      assert.match(plain(page.text), /Let “Desk” read with your account/)
      assert.match(plain(page.text), /a program on your own computer/)
      const back = locationOf(await decide(signedIn(page), person.cookie))
      assert.equal(back.searchParams.get('iss'), service.url)
      assert.equal(back.searchParams.get('state'), 'state-1')
      // The answer of another server, which would have the client send it the code (RFC 9207).
      const mixedUp = new URLSearchParams(back.searchParams)
      mixedUp.set('iss', 'https://evil.example')
      await assert.rejects(first.finishAuth(mixedUp))
      await first.finishAuth(back.searchParams)

      const mcp = new Client({ name: 'test', version: '1' })
      await mcp.connect(open())
      assert.equal((await call(mcp, 'check_quota')).data.tier, 'free')
      const rows = await call(mcp, 'query_rows', { dataset: 'TaiwanStockPER', stock_id: '1101', limit: 2 })
      assert.equal(rows.isError, false, rows.texts.join(' '))
      // The quota is the user's, whoever calls.
      const info = await client.send('/v1/key/info', { key: person.key })
      assert.equal(info.json.remaining_this_hour, 599)
      assert.match(kept.tokens!.access_token, /^fmsa_access_/)
      const [, connected] = await keysOf(person.cookie)
      assert.deepEqual([connected.name, connected.is_application], ['Desk (127.0.0.1:41234)', true])

      // An access token that expires is refreshed by the client itself.
      const before = kept.tokens!
      await database.db.updateTable('oauth_access_tokens').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
      const other = tokensOf(
        await refresh((kept.client as { client_id: string } | undefined)!.client_id, before.refresh_token),
      )
      kept.tokens = { ...other, access_token: before.access_token }
      await client.send(`/v1/keys/${person.keyId}`, { method: 'PATCH', json: { name: 'x' }, cookie: person.cookie })
      await until401(before.access_token)
      assert.equal((await call(mcp, 'check_quota')).isError, false)
      assert.notEqual(kept.tokens!.access_token, before.access_token)

      // The account page ends it at once.
      const revoked = await client.send(`/v1/keys/${connected.id}`, {
        method: 'DELETE',
        json: {},
        cookie: person.cookie,
      })
      assert.equal(revoked.status, 200)
      await refusedToken(kept.tokens!.access_token)
      await assert.rejects(call(mcp, 'check_quota'))
      await mcp.close()
    })

    /** Waits until a thread has seen a change that another process made. */
    async function until401(token: string): Promise<void> {
      const end = Date.now() + 30_000
      while ((await ping(token)).status !== 401) {
        assert.ok(Date.now() < end, 'the token is still accepted')
        await database.db
          .updateTable('revision')
          .set(({ eb }) => ({ n: eb('n', '+', 1) }))
          .execute()
        await sleep(100)
      }
    }

    test('a 401 names the metadata, which names the server, in the words of the RFCs', async () => {
      for (const path of ['/mcp/account', '/mcp']) {
        const response = await ping(path === '/mcp' ? `fmsa_access_${'x'.repeat(22)}_000000` : null, path)
        if (path === '/mcp/account') expectProblem(response, 401, 'missing_key')
        else assert.equal(response.status, 200, 'a malformed key is ignored at /mcp, as before')
      }
      const challenge = (await ping(null)).headers['www-authenticate']!
      const [, address] = /resource_metadata="([^"]+)"/.exec(challenge)!
      const about = (await client.send(address!.slice(service.url.length))).json
      assert.equal(about.resource, `${service.url}/mcp/account`)
      const server = (await client.send('/.well-known/oauth-authorization-server')).json
      assert.equal(about.authorization_servers[0], server.issuer)
      assert.deepEqual(server.code_challenge_methods_supported, ['S256'])
      assert.equal((await client.send('/.well-known/oauth-protected-resource')).json.resource, `${service.url}/mcp`)
      assert.equal((await client.send('/.well-known/oauth-protected-resource/mcp')).json.resource, `${service.url}/mcp`)
    })

    test('the page of consent exists in Chinese, is not framed, and a refusal reaches the application', async () => {
      const { page, person, clientId } = await agree({ lang: 'zh-TW' })
      assert.match(plain(page.text), /是否允許「Claude」/)
      assert.match(plain(page.text), /https:\/\/claude\.ai/)
      const other = /href="([^"]*lang=en[^"]*)"/.exec(page.text)![1]!
      const english = await client.send(
        new URL(unescaped(other), `${service.url}/oauth2/authorize`).href.slice(service.url.length),
        {
          cookie: person.cookie,
        },
      )
      assert.match(plain(english.text), /Let “Claude” read with your account/)
      assert.equal(page.headers['x-frame-options'], 'DENY')
      assert.match(
        String(page.headers['content-security-policy']),
        /form-action 'self' https:\/\/claude\.ai;.*frame-ancestors 'none'/,
      )
      assert.equal(page.headers['referrer-policy'], 'same-origin')
      const { challenge } = proof()
      const again = signedIn(await ask(requestOf(clientId, challenge), person.cookie))
      const back = locationOf(await decide(again, person.cookie, 'refuse'))
      assert.equal(back.origin + back.pathname, claude)
      assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['access_denied', null])
      assert.equal(back.searchParams.get('iss'), service.url)
    })

    test('tokens are stored as hashes alone', async () => {
      const { tokens, code } = await connect()
      const rows = JSON.stringify([
        await database.db.selectFrom('oauth_access_tokens').selectAll().execute(),
        await database.db.selectFrom('oauth_refresh_tokens').selectAll().execute(),
        await database.db.selectFrom('verifications').selectAll().execute(),
      ])
      for (const secret of [tokens.access_token, tokens.refresh_token, code, tokens.access_token.slice(12)])
        assert.ok(!rows.includes(secret))
    })

    test('attack: another redirect address, or one with the registered prefix, is never redirected to', async () => {
      const person = await people.signUp()
      const clientId = await register(claude)
      for (const redirect_uri of [
        'https://evil.example/api/mcp/auth_callback',
        `${claude}/../evil`,
        `${claude}.evil.example`,
        `${claude}?next=https://evil.example`,
        'https://claude.ai@evil.example/api/mcp/auth_callback',
        'http://claude.ai/api/mcp/auth_callback',
      ]) {
        const response = await ask(requestOf(clientId, proof().challenge, { redirect_uri }), person.cookie)
        assert.deepEqual([response.status, response.headers.location], [400, undefined], redirect_uri)
      }
      // A loopback address may have any port, and nothing else differs.
      const local = await register('http://127.0.0.1/callback')
      const at = (redirect_uri: string) => ask(requestOf(local, proof().challenge, { redirect_uri }), person.cookie)
      assert.equal((await at('http://127.0.0.1:51877/callback')).status, 200)
      assert.equal((await at('http://127.0.0.1:51877/other')).status, 400)
      for (const bad of ['javascript:alert(1)', 'http://evil.example/cb', 'https://x.example/cb#f']) {
        const refused = await client.send('/oauth2/register', { json: { redirect_uris: [bad] } })
        assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_redirect_uri'], bad)
      }
    })

    test('attack: no PKCE, or PKCE with plain, gets no code', async () => {
      const person = await people.signUp()
      const clientId = await register(claude)
      for (const more of [
        { code_challenge: '', code_challenge_method: '' },
        { code_challenge_method: 'plain' },
        { code_challenge_method: '' },
      ]) {
        const back = locationOf(await ask(requestOf(clientId, proof().challenge, more), person.cookie))
        assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['invalid_request', null])
      }
    })

    test('attack: a code with another verifier, without one, of another client, or for another address', async () => {
      const wrong = proof().verifier
      const tries: ((agreed: Awaited<ReturnType<typeof agree>>) => Promise<HttpResponse>)[] = [
        ({ clientId, code }) => redeem(clientId, code, wrong),
        ({ clientId, code }) =>
          form('/oauth2/token', { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: claude }),
        async ({ code, verifier }) => redeem(await register(claude), code, verifier),
        ({ clientId, code, verifier }) => redeem(clientId, code, verifier, { redirect_uri: 'https://claude.ai/other' }),
        ({ clientId, code, verifier }) => redeem(clientId, code, verifier, { resource: `${service.url}/mcp` }),
      ]
      for (const attempt of tries) {
        const response = await attempt(await agree())
        assert.ok(response.status === 400 || response.status === 401, response.text)
        assert.equal(response.json.access_token, undefined)
      }
    })

    test('attack: a code that comes a second time ends the connection', async () => {
      const { clientId, code, verifier, tokens, person } = await connect()
      assert.equal((await ping(tokens.access_token)).status, 200)
      const again = await redeem(clientId, code, verifier)
      assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'])
      await refusedToken(tokens.access_token)
      assert.equal((await refresh(clientId, tokens.refresh_token)).json.error, 'invalid_grant')
      assert.notEqual((await keysOf(person.cookie))[1].revoked_at, null)
    })

    test('attack: a refresh token that was used already ends its whole family', async () => {
      const { clientId, tokens, person } = await connect()
      const next = tokensOf(await refresh(clientId, tokens.refresh_token))
      assert.equal((await ping(next.access_token)).status, 200)
      const stolen = await refresh(clientId, tokens.refresh_token)
      assert.deepEqual([stolen.status, stolen.json.error], [400, 'invalid_grant'])
      await refusedToken(next.access_token)
      assert.equal((await refresh(clientId, next.refresh_token)).json.error, 'invalid_grant')
      const lines = await database.db.selectFrom('audit').selectAll().where('user_id', '=', person.id).execute()
      assert.ok(
        lines.some(({ action, detail }) => action === 'key.revoke' && detail === 'a refresh token was used twice'),
      )
      assert.ok(lines.some(({ action, detail }) => action === 'key.create' && detail === `for application ${clientId}`))
    })

    test('attack: a refresh token of another application, and a scope beyond the granted one', async () => {
      const { clientId, tokens } = await connect()
      assert.equal((await refresh(await register(claude), tokens.refresh_token)).json.error, 'invalid_grant')
      const beyond = await refresh(clientId, tokens.refresh_token, { scope: 'read offline_access admin' })
      assert.equal(beyond.json.error, 'invalid_scope')
      const person = await people.signUp()
      const back = locationOf(await ask(requestOf(clientId, proof().challenge, { scope: 'admin' }), person.cookie))
      assert.equal(back.searchParams.get('error'), 'invalid_scope')
      // What was tried with them has not hurt the connection.
      assert.equal((await refresh(clientId, tokens.refresh_token)).status, 200)
    })

    test('attack: a token for another address', async () => {
      const { clientId, tokens, person } = await connect()
      for (const path of ['/v1/data/TaiwanStockPER?stock_id=2330', '/v1/key/info', '/v1/me'])
        expectProblem(await client.send(path, { key: tokens.access_token }), 401, 'access_token_elsewhere')
      expectProblem(await ping(tokens.access_token, '/mcp'), 401, 'access_token_elsewhere')
      const elsewhere = requestOf(clientId, proof().challenge, { resource: 'https://other.example/mcp' })
      const back = locationOf(await ask(elsewhere, person.cookie))
      assert.equal(back.searchParams.get('error'), 'invalid_target')
    })

    test('attack: consent sent by another site, by a frame of it, or with another request', async () => {
      const person = await people.signUp()
      const clientId = await register(claude)
      const request = signedIn(await ask(requestOf(clientId, proof().challenge), person.cookie))
      const send = (headers: Record<string, string>, members = { request, decision: 'allow' }) =>
        form('/oauth2/consent', members, { cookie: person.cookie, headers })
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site', Origin: service.url },
      ] as Record<string, string>[])
        expectProblem(await send(headers), 403, 'cross_site')
      const changed = request.replace('state=s1', 'state=s2')
      assert.notEqual(changed, request)
      expectProblem(await send({ Origin: service.url }, { request: changed, decision: 'allow' }), 400, 'bad_request')
      expectProblem(await form('/oauth2/consent', { request, decision: 'allow' }), 401, 'session_required')
      expectProblem(await send({ Origin: service.url }, { request, decision: 'yes' }), 400, 'bad_request')
      assert.equal((await keysOf(person.cookie)).length, 1)
    })

    test('attack: a token in the address', async () => {
      const { tokens } = await connect()
      const response = await client.send(`/mcp/account?access_token=${tokens.access_token}`, { json: message })
      assert.equal(response.status, 401)
      assert.ok(!response.text.includes(tokens.access_token))
    })

    test('a token ends with its revocation, with the log-in of its user barred, and with the user', async () => {
      const one = await connect()
      assert.equal((await ping(one.tokens.access_token)).status, 200)
      assert.equal(
        (await form('/oauth2/revoke', { token: one.tokens.refresh_token, client_id: one.clientId })).status,
        200,
      )
      await refusedToken(one.tokens.access_token)
      assert.equal((await refresh(one.clientId, one.tokens.refresh_token)).json.error, 'invalid_grant')

      const two = await connect()
      assert.equal(
        (await form('/oauth2/revoke', { token: two.tokens.access_token, client_id: two.clientId })).status,
        200,
      )
      await refusedToken(two.tokens.access_token)
      const next = tokensOf(await refresh(two.clientId, two.tokens.refresh_token))
      assert.equal((await ping(next.access_token)).status, 200)
      // A log-out ends the session, not the connection.
      await client.send('/v1/auth/log-out', { json: {}, cookie: two.person.cookie })
      assert.equal((await ping(next.access_token)).status, 200)

      const { id } = (await findUser(database, { email: two.person.email }))!
      assert.equal(await deleteUser(database, id), true)
      await until401(next.access_token)
      await refusedToken(next.access_token)
      assert.equal((await refresh(two.clientId, next.refresh_token)).status, 400)
    })

    test('what has expired is removed, and so are applications that nobody connected', async () => {
      const { tokens, clientId } = await connect()
      const unused = await register(claude)
      const old = '2020-01-01T00:00:00.000Z'
      await database.db.updateTable('oauth_clients').set({ created_at: old }).execute()
      await database.db
        .updateTable('oauth_access_tokens')
        .set({ expires_at: old })
        .where('client_id', '=', clientId)
        .execute()
      await forgetOauth(database, { now: new Date().toISOString(), unusedSince: '2021-01-01T00:00:00.000Z' })
      assert.equal(await findClient(database, unused), null)
      assert.notEqual(await findClient(database, clientId), null)
      await refusedToken(tokens.access_token)
      assert.equal((await ping(tokensOf(await refresh(clientId, tokens.refresh_token)).access_token)).status, 200)
    })

    test('a stranger cannot revoke a token, and a connection cannot be rotated into a key', async () => {
      const { tokens, person } = await connect()
      await form('/oauth2/revoke', { token: tokens.refresh_token, client_id: await register(claude) })
      assert.equal((await ping(tokens.access_token)).status, 200)
      const { id } = (await keysOf(person.cookie))[1]
      const rotated = await client.send(`/v1/keys/${id}/rotate`, { json: {}, cookie: person.cookie })
      expectProblem(rotated, 409, 'key_not_live')
    })
  })
