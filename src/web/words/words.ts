import type { Language } from '../../errors.ts'
import { frame as enFrame } from './en/frame.ts'
import { home as enHome } from './en/home.ts'
import { frame as zhFrame } from './zh/frame.ts'
import { home as zhHome } from './zh/home.ts'

const en = { frame: enFrame, home: enHome }

/** Every text of the pages in one language. */
export type Words = typeof en

const zh: Words = { frame: zhFrame, home: zhHome }

export const wordsOf = (language: Language): Words => (language === 'zh' ? zh : en)

export const languageTag = (language: Language): string => (language === 'zh' ? 'zh-Hant-TW' : 'en')
