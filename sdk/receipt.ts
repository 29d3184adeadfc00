type Facts = { readonly payer?: string; readonly bodySha256?: string; readonly transaction?: string }

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Checks a receipt against the page it is for; null where it holds, else its fault. */
export async function readReceipt(
  receipt: string,
  { kty = '', crv = '', x = '' }: Readonly<Record<string, string>>,
  page: { readonly bytes: Uint8Array; readonly payer: string; readonly transaction: string | null },
): Promise<string | null> {
  const [head = '', payload = '', signature = ''] = receipt.split('.')
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify'])
  const signed = new TextEncoder().encode(`${head}.${payload}`)
  if (!(await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), signed)))
    return 'it is not signed by the key of this service'
  const facts = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as Facts
  const body = new Uint8Array(page.bytes)
  if (facts.bodySha256 !== hex(await crypto.subtle.digest('SHA-256', body))) return 'it is for another body'
  if (facts.payer?.toLowerCase() !== page.payer.toLowerCase()) return 'it names another payer'
  if ((facts.transaction ?? '') !== (page.transaction ?? '')) return 'it names another transaction'
  return null
}
