import type { Language } from '../../errors.ts'
import { account } from './account.ts'
import { agents } from './agents.ts'
import { ask } from './ask.ts'
import { authorize } from './authorize.ts'
import { calls } from './calls.ts'
import { console } from './console.ts'
import { dataset } from './dataset.ts'
import { datasets } from './datasets.ts'
import { day } from './day.ts'
import { device } from './device.ts'
import { documents } from './documents.ts'
import { failure } from './failure.ts'
import { frame } from './frame.ts'
import { home } from './home.ts'
import { market } from './market.ts'
import { names } from './names.ts'
import { sql } from './sql.ts'
import { status } from './status.ts'
import { stock } from './stock.ts'
import { stocks } from './stocks.ts'

const texts = {
  ...{ account, agents, ask, calls, console, dataset, datasets, day, documents, failure, frame, home, market, names },
  ...{ authorize, device, sql, status, stock, stocks },
}

/** Every text of the pages in one language. */
export type Words = { readonly [Name in keyof typeof texts]: (typeof texts)[Name]['en'] }

const wordsIn = (language: Language): Words =>
  Object.fromEntries(Object.entries(texts).map(([name, both]) => [name, both[language]])) as Words

const words: Readonly<Record<Language, Words>> = { en: wordsIn('en'), zh: wordsIn('zh') }

export const wordsOf = (language: Language): Words => words[language]

/** A language in addresses and headers. */
export const languageParameter = (language: Language): 'en' | 'zh-TW' => (language === 'zh' ? 'zh-TW' : 'en')

/** A language as the documents of a browser name it. */
export const languageTag = (language: Language): string => (language === 'zh' ? 'zh-Hant-TW' : 'en')
