import type { OauthAnswer } from '../../access/oauth/askProvider.ts'
import { metadataPath, resourcePaths, resourceUrl, scopes } from '../../access/oauth/resources.ts'
import { countWrongCredential, wrongCredentialRefusal } from '../admission/limits.ts'
import { exactly, object, positive, type Schema, string, uri } from '../openapi/schema.ts'
import { objectOf, readForm } from '../request/body.ts'
import { type Route, type RouteResponse, route } from '../route.ts'

/** The document about a resource, behind its path; without a path it is about the first. */
const protectedResource = (suffix: string, id: string): Route =>
  route(`GET ${metadataPath}${suffix}`, id, {
    tag: 'mcp',
    about: {
      en: `Where an application gets tokens for ${suffix || resourcePaths[0]} (RFC 9728).`,
      zh: `應用程式取得 ${suffix || resourcePaths[0]} 權杖之處（RFC 9728）。`,
    },
    auth: 'open',
    responses: { 200: { schema: { type: 'object', required: ['resource'], properties: { resource: uri() } } } },
    handle: async (_, { baseUrl }) => ({
      body: {
        resource: resourceUrl(baseUrl(), suffix || resourcePaths[0]!),
        authorization_servers: [baseUrl()],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Formosa',
        resource_documentation: `${baseUrl()}/docs`,
      },
    }),
  })

const authorizationServer = route('GET /.well-known/oauth-authorization-server', 'authorizationServer', {
  tag: 'mcp',
  about: {
    en: 'The addresses and abilities of the authorization server (RFC 8414).',
    zh: '授權伺服器的端點與支援項目（RFC 8414）。',
  },
  auth: 'open',
  responses: { 200: { schema: { type: 'object', required: ['issuer'], properties: { issuer: uri() } } } },
  handle: async (_, { baseUrl }) => ({
    body: {
      issuer: baseUrl(),
      authorization_endpoint: `${baseUrl()}/oauth2/authorize`,
      token_endpoint: `${baseUrl()}${token.path}`,
      registration_endpoint: `${baseUrl()}${register.path}`,
      revocation_endpoint: `${baseUrl()}${revoke.path}`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${baseUrl()}/docs`,
      ui_locales_supported: ['zh-TW', 'en'],
    },
  }),
})

const errorSchema = exactly('A refusal, in the form of OAuth', { error: string(), 'error_description?': string() })
/** A refusal in the form of OAuth, or of a request that cannot be read, in that of every route. */
const refusedSchema: Schema = {
  type: 'object',
  anyOf: [errorSchema, { required: ['detail', 'code'], properties: { detail: string(), code: string() } }],
}
const refusals = {
  400: { description: 'Refused; `error` says why', schema: refusedSchema },
  401: { description: 'Unknown application, or a wrong PKCE verifier', schema: refusedSchema },
}

const respond = ({ status, body }: OauthAnswer): RouteResponse => ({ status, body, headers: { Pragma: 'no-cache' } })

const notForm: OauthAnswer = {
  status: 400,
  body: { error: 'invalid_request', error_description: 'send the body as application/x-www-form-urlencoded' },
}

const register = route('POST /oauth2/register', 'registerApplication', {
  tag: 'mcp',
  about: {
    en: 'Register an application that acts for users (RFC 7591); it is a public client with PKCE, whatever it asks for.',
    zh: '註冊代表使用者的應用程式（RFC 7591）；一律為使用 PKCE 的公開用戶端。',
  },
  auth: 'open',
  body: 'raw',
  rawBody: 'The metadata of the client as JSON: `client_name`, `redirect_uris`, and others of RFC 7591',
  responses: {
    201: {
      description: 'Registered',
      schema: { type: 'object', required: ['client_id'], properties: { client_id: string() } },
    },
    400: refusals[400],
  },
  fails: ['wrong_type', 'attempts_limited'],
  handle: async ({ raw, request, visitor }, { accounts }) =>
    respond(await accounts.register(visitor, objectOf(raw, request.headers['content-type']))),
})

const token = route('POST /oauth2/token', 'exchangeToken', {
  tag: 'mcp',
  about: {
    en: 'Exchange an authorization code or a refresh token for tokens; a refresh token is good once.',
    zh: '以授權碼或更新權杖換取權杖；更新權杖僅能使用一次。',
  },
  auth: 'open',
  body: 'raw',
  rawBody: 'A form: `grant_type`, `client_id`, and the code with its `code_verifier`, or the `refresh_token`',
  responses: {
    200: {
      schema: object('Tokens', 'Tokens of an application', {
        access_token: string('Good for an hour, at the addresses of `resource` alone'),
        'refresh_token?': string('Gets the next tokens'),
        token_type: { const: 'Bearer' },
        expires_in: positive('Seconds until the access token expires'),
        expires_at: positive('The same as seconds since 1970'),
        scope: string('What was granted'),
      }),
    },
    ...refusals,
  },
  async handle({ raw, request, visitor }, services) {
    const refusal = wrongCredentialRefusal(services, request)
    if (refusal) throw refusal
    const form = readForm(raw, request.headers['content-type'])
    if (!form) return respond(notForm)
    const answer = await services.accounts.exchange(visitor, form)
    if (answer.status !== 200) countWrongCredential(services, request)
    if (answer.hasEnded) services.changed()
    return respond(answer)
  },
})

const revoke = route('POST /oauth2/revoke', 'revokeToken', {
  tag: 'mcp',
  about: {
    en: 'Revoke a token (RFC 7009); without its refresh token an application is disconnected.',
    zh: '撤銷權杖（RFC 7009）；更新權杖撤銷後，應用程式即中斷連結。',
  },
  auth: 'open',
  body: 'raw',
  rawBody: 'A form: `token` and `client_id`',
  responses: { 200: { description: 'Revoked, or unknown', schema: { type: 'object' } }, ...refusals },
  async handle({ raw, request, visitor }, services) {
    const form = readForm(raw, request.headers['content-type'])
    if (!form) return respond(notForm)
    const answer = await services.accounts.revokeToken(visitor, form)
    services.changed()
    return respond(answer)
  },
})

/** Everything an application does by itself; its user's part is a page (`pages/authorizePage.ts`). */
export const oauthRoutes: readonly Route[] = [
  protectedResource('', 'protectedResource'),
  protectedResource('/mcp', 'protectedResourceOfMcp'),
  protectedResource('/mcp/account', 'protectedResourceOfMcpWithAccount'),
  authorizationServer,
  register,
  token,
  revoke,
]
