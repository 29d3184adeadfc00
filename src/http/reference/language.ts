import type { Language } from '../../errors.ts'
import { oneOf, optional } from '../../fields.ts'

/** A reader's choice of language, before that of the browser. */
export const pageLanguage = optional(
  oneOf(['en', 'zh-TW'], 'Language of the page, before Accept-Language', '頁面語言，優先於 Accept-Language'),
)

export const languageOfPage = (lang: 'en' | 'zh-TW' | undefined, preferred: Language): Language =>
  lang === undefined ? preferred : lang === 'en' ? 'en' : 'zh'

/** The headers of a web page; its policy says what a browser may load for it. */
export const pageHeaders = (language: Language, policy: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Language': language === 'zh' ? 'zh-TW' : 'en',
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})
