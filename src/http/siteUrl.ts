import type { IncomingMessage } from 'node:http'
import type { Services } from './services.ts'

/** A host name or address with an optional port; any other value of `Host` is ignored. */
const hostForm = /^(?:[a-z\d](?:[a-z\d._-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address under which this client reaches the service: the public one where it is set, else its `Host`. */
export function siteUrlOf({ publicUrl, baseUrl, addresses }: Services, request: IncomingMessage): string {
  if (publicUrl) return publicUrl
  const { host } = request.headers
  if (host === undefined || !hostForm.test(host)) return baseUrl()
  return `${addresses.isSecure(request) ? 'https' : 'http'}://${host.toLowerCase()}`
}
