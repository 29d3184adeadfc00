import type { Services } from '../services.ts'
import type { ApiRequest } from './apiRequest.ts'

/** A host name or address with an optional port; any other value of `Host` is ignored. */
const hostForm = /^(?:[a-z\d](?:[a-z\d._-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

/** The address under which this client reaches the service: the public one where it is set, else its `Host`. */
export function siteUrlOf({ publicUrl, baseUrl }: Services, { headers, isSecure }: ApiRequest): string {
  if (publicUrl) return publicUrl
  const { host } = headers
  if (host === undefined || !hostForm.test(host)) return baseUrl()
  return `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`
}
