import { createHmac, timingSafeEqual } from 'node:crypto'

/** The name and the sign behind it; where cookies are for https only, the name has a prefix. */
const sessionCookie = 'formosa.session_token='

export const hasSession = ({ cookie }: { readonly cookie?: string | undefined }): boolean =>
  cookie?.includes(sessionCookie) === true

const signatureOf = (secret: string, token: string): Buffer => createHmac('sha256', secret).update(token).digest()

/** Signs the session in a line of cookies with the own secret, where another accepted one has signed it. */
export function withOwnSession(cookies: string, own: string, others: readonly string[]): string {
  if (others.length === 0) return cookies
  return cookies.replaceAll(/(formosa\.session_token=)([^;\s]+)/g, (line, name: string, value: string) => {
    const [token, signature] = partsOf(value)
    const isTheirs = (other: string) => signature.length === 32 && timingSafeEqual(signature, signatureOf(other, token))
    if (!others.some(isTheirs)) return line
    return `${name}${encodeURIComponent(`${token}.${signatureOf(own, token).toString('base64')}`)}`
  })
}

/** The token and its signature; the latter is empty where the value cannot be read. */
function partsOf(value: string): [token: string, signature: Buffer] {
  try {
    const text = decodeURIComponent(value)
    const dot = text.lastIndexOf('.')
    return [text.slice(0, Math.max(0, dot)), Buffer.from(text.slice(dot + 1), 'base64')]
  } catch {
    return ['', Buffer.alloc(0)]
  }
}
