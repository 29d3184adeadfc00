import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '../../errors.ts'
import { alternatives } from '../../fields.ts'

export const jsonType = 'application/json'
export const pageType = 'text/html'

/** More items of a header than any client sends are not read: a long list would cost milliseconds, in refusals too. */
export const mostItems = 50
/** Of one item. */
export const mostParameters = 10

type Range = { readonly type: string; readonly subtype: string; readonly q: number }

const token = "[\\w!#$%&'*+.^`|~-]+"
const rangeForm = new RegExp(`^(${token})/(${token})((?:\\s*;\\s*${token}=(?:${token}|"[^"]*"))*)\\s*$`)
const weightForm = /;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;|$)/i

/** The media ranges of `Accept`; malformed ones are left out. */
const rangesOf = (accept: string): Range[] =>
  accept.split(',', mostItems).flatMap((item) => {
    const [, type, subtype, parameters = ''] = rangeForm.exec(item.trim()) ?? []
    if (type === undefined) return []
    return [
      { type: type.toLowerCase(), subtype: subtype!.toLowerCase(), q: Number(weightForm.exec(parameters)?.[1] ?? 1) },
    ]
  })

/** The quality of a media type, 0 to 1, by the most specific range that matches it (RFC 9110). */
export function qualityOf(accept: string | undefined, mediaType: string): number {
  if (accept === undefined || accept === '*/*') return 1
  const ranges = rangesOf(accept)
  // A header without a valid range counts as no header.
  if (ranges.length === 0) return 1
  const [type, subtype] = mediaType.split('/')
  const found =
    ranges.find((range) => range.type === type && range.subtype === subtype) ??
    ranges.find((range) => range.type === type && range.subtype === '*') ??
    ranges.find((range) => range.type === '*' && range.subtype === '*')
  return found?.q ?? 0
}

type WithHeaders = { readonly headers: IncomingHttpHeaders }

/** Refuses a client that accepts none of the media types of a route. */
export function assertAcceptable({ headers }: WithHeaders, types: readonly string[]): void {
  const { accept } = headers
  if (accept === undefined || accept === '*/*' || types.some((type) => qualityOf(accept, type) > 0)) return
  throw problem('not_acceptable', [alternatives(types)])
}

/** A browser prefers a page to any other type; programs that accept any type get JSON. */
export const prefersPage = ({ headers: { accept } }: WithHeaders): boolean =>
  (accept ?? '').includes(pageType) && qualityOf(accept, pageType) > qualityOf(accept, jsonType)
