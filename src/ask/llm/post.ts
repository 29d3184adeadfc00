/** What came back: a status, and the body where it is JSON that is not too long. */
export type Posted = { readonly status: number; readonly body: unknown; readonly retryAfterSeconds: number | undefined }

/** No answer came, or not a whole one; what was asked may have been worked on all the same. */
export class Unheard extends Error {
  override name = 'Unheard'
}

const mostBytes = 1024 ** 2

const secondsOf = (header: string | null): number | undefined => {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new Unheard('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Sends JSON and reads JSON, in so much time. A redirect is not followed: the key is for this address alone. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<Posted> {
  const late = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([late, signal]) : late,
    })
    const text = await readBody(response)
    const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
    try {
      return { status: response.status, body: JSON.parse(text), retryAfterSeconds }
    } catch {
      if (response.ok) throw new Unheard('the answer is not JSON')
      return { status: response.status, body: undefined, retryAfterSeconds }
    }
  } catch (error) {
    if (error instanceof Unheard) throw error
    // What the system says may hold the address; it is not told on.
    throw new Unheard(late.aborted ? 'it took too long' : 'the connection failed')
  }
}
