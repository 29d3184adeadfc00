import type { IncomingMessage } from 'node:http'

/**
 * True for a request that a page of another site made a browser send. Browsers say where a request comes from; what
 * says nothing is no browser and carries no cookies it was not given by hand.
 */
export function isFromElsewhere({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  const parsed = URL.parse(origin)
  if (!parsed) return true
  return parsed.host !== headers.host && parsed.origin !== new URL(baseUrl).origin
}
