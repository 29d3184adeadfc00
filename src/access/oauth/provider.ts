import type { BetterAuthPlugin } from 'better-auth'
import { generateKey, hashOfToken } from '../keys.ts'
import { columnsOf, prepareLibrary, type SessionOptions } from '../sessions.ts'
import { resourcePaths, resourceUrl, scopes } from './resources.ts'

const times = ['createdAt', 'updatedAt']
const tokenColumns = {
  ...columnsOf(
    ...['clientId', 'sessionId', 'userId', 'referenceId', 'authorizationCodeId', 'requestedUserInfoClaims'],
    ...['expiresAt', 'createdAt', 'rotatedAt', 'rotationReplayResponse', 'rotationReplayExpiresAt', 'refreshId'],
  ),
  ...{ revoked: 'revoked_at', authTime: 'auth_at' },
}

/** The provider's tables under our names; those that only other features use are not there. */
const schema = {
  oauthClient: {
    modelName: 'oauth_clients',
    fields: columnsOf(
      ...['clientId', 'clientSecret', 'clientSecretExpiresAt', 'clientDiscoveryId', 'skipConsent', 'enableEndSession'],
      ...['subjectType', 'clientCredentialsScopes', 'userId', 'softwareId', 'softwareVersion', 'softwareStatement'],
      ...['redirectUris', 'postLogoutRedirectUris', 'backchannelLogoutUri', 'backchannelLogoutSessionRequired'],
      ...['tokenEndpointAuthMethod', 'applicationType', 'jwksUri', 'grantTypes', 'responseTypes'],
      ...['dpopBoundAccessTokens', 'referenceId', ...times],
    ),
  },
  oauthResource: {
    modelName: 'oauth_resources',
    fields: columnsOf(
      ...['accessTokenTtl', 'refreshTokenTtl', 'signingAlgorithm', 'signingKeyId', 'allowedScopes', 'customClaims'],
      ...['dpopBoundAccessTokensRequired', 'policyVersion', ...times],
    ),
  },
  oauthConsent: {
    modelName: 'oauth_consents',
    fields: columnsOf('clientId', 'userId', 'referenceId', 'requestedUserInfoClaims', ...times),
  },
  oauthRefreshToken: { modelName: 'oauth_refresh_tokens', fields: tokenColumns },
  oauthAccessToken: { modelName: 'oauth_access_tokens', fields: tokenColumns },
} as const

/** Where the provider sends a browser; our routes read these addresses and never pass them on. */
export const steps = { logIn: '/oauth2/log-in', consent: '/oauth2/consent', failed: '/oauth2/failed' } as const

/**
 * Opens the OAuth provider of better-auth: codes, opaque tokens that are stored as hashes, rotation. It serves our
 * routes alone, which decide what of it can be reached.
 */
export async function openProvider(options: SessionOptions, pepper: Buffer) {
  const { oauthProvider } = await import('@better-auth/oauth-provider')
  const { betterAuth, library, adapterOf } = await prepareLibrary(options)
  const { baseUrl } = options
  // JSON Web Tokens would work until they expire, whatever their user revokes.
  const provider = oauthProvider({
    ...{ loginPage: steps.logIn, consentPage: steps.consent, disableJwtPlugin: true, schema: schema as never },
    ...{ scopes: [...scopes], grantTypes: ['authorization_code', 'refresh_token'] as const satisfies string[] },
    ...{ accessTokenExpiresIn: 3_600, refreshTokenExpiresIn: 90 * 86_400, codeExpiresIn: 600 },
    ...{ allowDynamicClientRegistration: true, allowUnauthenticatedClientRegistration: true },
    resources: resourcePaths.map((path) => resourceUrl(baseUrl, path)),
    enforcePerClientResources: false,
    storeTokens: { hash: async (token, kind) => hashOfToken(pepper, token, kind) },
    generateOpaqueAccessToken: () => generateKey('access'),
    generateRefreshToken: () => generateKey('refresh'),
  })
  // Its types differ from those of the library in optional members alone.
  const plugins = [provider as unknown as BetterAuthPlugin]
  const own = { basePath: '/', plugins, onAPIError: { errorURL: `${baseUrl}${steps.failed}` } }
  const adapter = await adapterOf(own)
  return betterAuth({ ...library, ...own, database: () => adapter }).handler
}
