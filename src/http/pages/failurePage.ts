import type { Language } from '../../errors.ts'
import { printDocument } from '../../web/layout.ts'
import { type FailedRequest, failureView } from '../../web/views/failure.ts'
import { pageHeaders } from './language.ts'
import { frameOf, policy } from './page.ts'

/** The page for a failed request. It shows no age of the data: a failure may come before any is known. */
export function pageOfFailure(
  url: string,
  failed: FailedRequest,
  language: Language,
): { readonly headers: readonly string[]; readonly page: string } {
  const [path = '/', query = ''] = url.split('?')
  const context = { ...frameOf(path.startsWith('/') ? path : '/', query, language), siteUrl: '', age: null }
  return {
    headers: Object.entries(pageHeaders(language, policy)).flat(),
    page: printDocument(context, failureView(context, failed)),
  }
}
