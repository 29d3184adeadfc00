/** The paths for which applications get tokens: a token is accepted at the address that it was issued for. */
export const resourcePaths: readonly string[] = ['/mcp', '/mcp/account']

/** `read`: everything a key of the user reads. `offline_access`: a refresh token, so that the user need not agree hourly. */
export const scopes = ['read', 'offline_access'] as const

export const resourceUrl = (baseUrl: string, path: string): string => `${baseUrl}${path}`

/** The document of RFC 9728 about a path stands behind this one. */
export const metadataPath = '/.well-known/oauth-protected-resource'
