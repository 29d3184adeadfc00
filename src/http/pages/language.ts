import type { Language } from '../../errors.ts'
import { oneOf, optional } from '../../fields.ts'
import { languageParameter } from '../../web/words/words.ts'

const languages = oneOf(
  ['en', 'zh-TW'],
  'Language of the page, before Accept-Language',
  '頁面語言，優先於 Accept-Language',
)

/** Any form of English or Chinese: `zh`, `zh-Hant`, `en_US`. */
const kinds = /^(en|zh)(?:[-_][A-Za-z0-9]+)*$/i

/** A reader's choice of language, before that of the browser. */
export const pageLanguage = optional({
  ...languages,
  parse(raw: string) {
    const kind = kinds.exec(raw)?.[1]?.toLowerCase()
    return languages.parse(kind === undefined ? raw : kind === 'en' ? 'en' : 'zh-TW')
  },
  schema: { type: 'string', pattern: '^(?:[eE][nN]|[zZ][hH])(?:[-_][A-Za-z0-9]+)*$', examples: ['en', 'zh-TW'] },
})

export const languageOfPage = (lang: 'en' | 'zh-TW' | undefined, preferred: Language): Language =>
  lang === undefined ? preferred : lang === 'en' ? 'en' : 'zh'

const cookieForm = /(?:^|;\s*)formosa_lang=(en|zh-TW)(?:;|$)/

/** The language of a page: that of its address, then the one chosen before, then the browser's. */
export const chosenLanguage = (
  lang: 'en' | 'zh-TW' | undefined,
  cookie: string | undefined,
  preferred: Language,
): Language => languageOfPage(lang ?? (cookieForm.exec(cookie ?? '')?.[1] as 'en' | 'zh-TW' | undefined), preferred)

/** Remembers for a year the language that a reader chose. */
export const languageCookie = (lang: 'en' | 'zh-TW', isSecure: boolean): string =>
  `formosa_lang=${lang}; Path=/; Max-Age=31536000; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** The headers of a web page; the policy limits the files that a browser loads for it. */
export const pageHeaders = (language: Language, policy: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': languageParameter(language),
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})
