import type { ApiRequest } from './apiRequest.ts'

/**
 * True for a request that a page of another site made a browser send. Browsers name the origin of a request; a client
 * that names none is no browser and has no cookies but those it was given on purpose.
 */
export function isFromElsewhere({ headers }: ApiRequest, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  const parsed = URL.parse(origin)
  if (!parsed) return true
  return parsed.host !== headers.host && parsed.origin !== new URL(baseUrl).origin
}
