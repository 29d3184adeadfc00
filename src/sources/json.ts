import { blocked } from './outcome.ts'
import { decode, excerpt, plainText } from './text.ts'

/** The words of pages that refuse a response, also with status 200. */
const refusals =
  /因為安全性考量|頁面無法呈現|FOR SECURITY REASONS|查詢過於頻繁|Too Many Requests|Access Denied|Forbidden|Just a moment|captcha|Request Rejected/i

/** The refusal in a page, or null where it is none. */
export function refusalIn(text: string): string | null {
  const head = text.slice(0, 20_000)
  const found = refusals.exec(head)
  return found ? `the publisher refuses: ${found[0]}` : null
}

/** The JSON of a response. A page in its place means that the response was kept back, an open end that it was cut. */
export function json(bytes: Uint8Array): unknown {
  const text = decode(bytes, 'utf-8')
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(text)
  }
}

function notJson(text: string): Error {
  const start = text.trimStart()
  if (start === '') return blocked('the answer is empty')
  if (start.startsWith('<')) {
    const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(start) ?? []
    return blocked(
      refusalIn(start) ?? `a page instead of data: ${plainText(title) || excerpt(plainText(start)).slice(0, 80)}`,
    )
  }
  if (/^[[{]/.test(start)) return blocked('the answer breaks off before its end')
  return blocked(`neither data nor a page: ${excerpt(start).slice(0, 80)}`)
}
