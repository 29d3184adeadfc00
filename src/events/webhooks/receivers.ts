import { lookup as systemLookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import type { Label } from '../../fields.ts'

/** Addresses that no webhook reaches: private, special, and those that lead to IPv4 addresses within IPv6. */
const closed = new BlockList()
for (const net of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  '224.0.0.0/3',
]) {
  const [address, bits] = net.split('/')
  closed.addSubnet(address!, Number(bits), 'ipv4')
}
// Teredo and other special networks, documentation, 6to4.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(address, bits, 'ipv6')
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')

/** True for an address of the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Finds the addresses of a name, as `dns.lookup` does. */
export type Lookup = (name: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

export const lookUp: Lookup = (name) => systemLookup(name, { all: true })

/** Why a text cannot be the address of a webhook; null if it can. Names are looked up at each delivery. */
export function receiverFault(text: string, allowsPrivate: boolean): Label | null {
  const url = URL.parse(text)
  if (!url || text !== text.trim()) return { en: 'is not a web address', zh: '不是網址' }
  const { protocol, port, username, password, hash, hostname } = url
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:'))
    return { en: 'must begin with https://', zh: '必須以 https:// 開頭' }
  if (username !== '' || password !== '' || hash !== '')
    return { en: 'must have no user, password or fragment', zh: '不可含有使用者、密碼或片段' }
  if (port !== '' && Number(port) < 1_024 && port !== '443' && port !== '80')
    return { en: 'must have the port 443, 80, or one from 1024 on', zh: '連接埠必須為 443、80 或 1024 以上' }
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && isIP(literal) !== 0 && !isPublic(literal))
    return { en: 'must be an address of the public internet', zh: '必須為公開網際網路的位址' }
  return null
}
