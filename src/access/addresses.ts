import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'

type Received = {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** The client of a request, behind trusted proxies. */
export type Addresses = ReturnType<typeof createAddresses>

const mapped = '::ffff:'

/** An IPv4 address that the system writes as IPv6, in its own form. */
const plain = (address: string): string =>
  address.startsWith(mapped) && isIPv4(address.slice(mapped.length)) ? address.slice(mapped.length) : address

export function createAddresses(trusted: readonly string[]) {
  const proxies = new BlockList()
  for (const item of trusted) {
    const [address = '', bits] = item.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string): boolean => {
    const family = isIP(address)
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  const peerOf = ({ socket }: Received): string => plain(socket.remoteAddress ?? '')

  return {
    /** The client's address; for IPv6 its /64 network, since a client can use any address in it. */
    of(request: Received): string {
      let address = peerOf(request)
      if (trusted.length > 0 && isTrusted(address)) {
        // Each proxy appends its peer: the last address that is not a trusted proxy is the client. Entries before it
        // were written by the client.
        const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
        for (const hop of hops.reverse()) {
          const forwarded = plain(hop.trim())
          if (isIP(forwarded) === 0) break
          address = forwarded
          if (!isTrusted(forwarded)) break
        }
      }
      return isIP(address) === 6 ? networkOf(address) : address
    },
    isSecure: (request: Received): boolean =>
      trusted.length > 0 &&
      isTrusted(peerOf(request)) &&
      String(request.headers['x-forwarded-proto'] ?? '')
        .split(',')
        .at(-1)!
        .trim() === 'https',
  }
}

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  // The last 32 bits may be in IPv4 form; they are not among the first four groups.
  const groups = address.split('%')[0]!.replace(/\d+(\.\d+){3}$/, '0:0')
  const [head = '', tail] = groups.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
