import { type Tier, tiers } from '../../catalogue/dataset.ts'
import type { Language } from '../../errors.ts'
import type { OpenPages } from '../../pages/open.ts'
import { trimmed } from '../../pages/trimmed.ts'
import { acceptsGzip, compressOnce } from '../reply/encoding.ts'
import type { Reply } from '../reply.ts'
import { jsonType } from '../request/accept.ts'
import type { ApiRequest } from '../request/apiRequest.ts'
import { languageOf } from '../request/query.ts'

/** The bytes that an entry takes beside its body. */
const entryBytes = 1 << 10
/** A longer page would drive out too many others. */
const longestBytes = 4 << 20
/** Requests that are remembered to recognize a repeated one. */
const mostSeen = 4_096

type HotPage = { readonly reply: Reply; readonly tag: string }

/** The address of a request, and everything else that its page depends on beside the version. */
type HotName = { readonly url: string; readonly variant: string }

/** The names of variants by tier, language and encoding. */
const variants = Object.fromEntries(
  tiers.map((tier) => [
    tier,
    { en: [`${tier} en json`, `${tier} en gzip`], zh: [`${tier} zh json`, `${tier} zh gzip`] } as const,
  ]),
) as Record<Tier, Record<Language, readonly [json: string, gzip: string]>>

/** Names the page of a request; null where headers beyond the usual ones decide too. */
export function hotName({ headers, url }: Pick<ApiRequest, 'headers' | 'url'>, tier: Tier): HotName | null {
  const { accept, prefer, 'accept-language': language, 'accept-encoding': coding } = headers
  if (prefer !== undefined || (accept !== undefined && accept !== '*/*' && accept !== jsonType)) return null
  return { url, variant: variants[tier][languageOf(language)][acceptsGzip(coding) ? 1 : 0] }
}

/**
 * Pages of rows that were asked for more than once, ready to send: merged, cut and compressed once for a version. They
 * belong to one version and are dropped when another is served.
 */
export function createHotPages(mostBytes: number) {
  let version: OpenPages | null = null
  let bytes = 0
  /** By address and variant: joining both into one key would take longer than two look-ups. */
  const kept = new Map<string, Map<string, HotPage>>()
  let seen = new Set<string>()
  let seenBefore = new Set<string>()

  function follow(current: OpenPages | null): void {
    if (current === version) return
    version = current
    bytes = 0
    kept.clear()
    seen = new Set()
    seenBefore = new Set()
  }

  const sizeOf = ({ reply }: HotPage): number => reply.body.length + entryBytes

  function drop(url: string): void {
    for (const page of kept.get(url)?.values() ?? []) bytes -= sizeOf(page)
    kept.delete(url)
  }

  function keep({ url, variant }: HotName, page: HotPage): void {
    const pages = kept.get(url) ?? new Map<string, HotPage>()
    const old = pages.get(variant)
    if (old) bytes -= sizeOf(old)
    pages.set(variant, page)
    bytes += sizeOf(page)
    kept.delete(url)
    kept.set(url, pages)
    // The first is the one that was used least recently.
    for (const other of kept.keys()) {
      if (bytes <= mostBytes) return
      drop(other)
    }
  }

  /** Whether a request came before; remembers it. */
  function isSeen({ url, variant }: HotName): boolean {
    const name = `${variant} ${url}`
    if (seen.has(name) || seenBefore.has(name)) return true
    if (seen.size >= mostSeen) {
      seenBefore = seen
      seen = new Set()
    }
    seen.add(name)
    return false
  }

  return {
    find(current: OpenPages | null, { url, variant }: HotName): HotPage | undefined {
      follow(current)
      const pages = kept.get(url)
      if (!pages) return undefined
      // Nothing is dropped before there is much, so that the order matters only then.
      if (bytes > mostBytes / 2) {
        kept.delete(url)
        kept.set(url, pages)
      }
      return pages.get(variant)
    },

    /**
     * Notes a page of the current version, and keeps it where it was asked for before. `gzipTag` is the ETag of its
     * compressed form, which takes its place once it is made; null where the page stays as it is.
     */
    note(current: OpenPages, name: HotName, page: HotPage, gzipTag: string | null): void {
      follow(current)
      if (!isSeen(name) || page.reply.body.length > longestBytes) return
      const { release, ...reply } = page.reply
      // The buffer of a page is lent.
      const body = typeof reply.body === 'string' ? reply.body : Buffer.from(reply.body)
      keep(name, { ...page, reply: { ...reply, body } })
      if (gzipTag === null) return
      const { isBytes, ...rest } = reply
      const headers = reply.headers.map((value) => (value === page.tag ? gzipTag : value))
      compressOnce(typeof body === 'string' ? Buffer.from(body, 'latin1') : body).then(
        (packed) => {
          if (current !== version || !kept.has(name.url)) return
          keep(name, { ...page, tag: gzipTag, reply: { ...rest, headers, body: trimmed(packed), isGzip: true } })
        },
        // The page is compressed for each request, as it was before.
        () => {},
      )
    },
  }
}
