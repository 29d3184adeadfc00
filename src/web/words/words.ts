import type { Language } from '../../errors.ts'
import * as en from './en/index.ts'
import * as zh from './zh/index.ts'

/** Every text of the pages in one language. */
export type Words = typeof en

const words: Readonly<Record<Language, Words>> = { en, zh }

export const wordsOf = (language: Language): Words => words[language]

/** A language in addresses and headers. */
export const languageParameter = (language: Language): 'en' | 'zh-TW' => (language === 'zh' ? 'zh-TW' : 'en')

/** A language as the documents of a browser name it. */
export const languageTag = (language: Language): string => (language === 'zh' ? 'zh-Hant-TW' : 'en')
