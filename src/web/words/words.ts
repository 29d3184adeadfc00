import type { Language } from '../../errors.ts'
import { account as enAccount } from './en/account.ts'
import { agents as enAgents } from './en/agents.ts'
import { ask as enAsk } from './en/ask.ts'
import { calls as enCalls } from './en/calls.ts'
import { console as enConsole } from './en/console.ts'
import { dataset as enDataset } from './en/dataset.ts'
import { datasets as enDatasets } from './en/datasets.ts'
import { day as enDay } from './en/day.ts'
import { documents as enDocuments } from './en/documents.ts'
import { failure as enFailure } from './en/failure.ts'
import { frame as enFrame } from './en/frame.ts'
import { home as enHome } from './en/home.ts'
import { market as enMarket } from './en/market.ts'
import { names as enNames } from './en/names.ts'
import { status as enStatus } from './en/status.ts'
import { stock as enStock } from './en/stock.ts'
import { stocks as enStocks } from './en/stocks.ts'
import { account as zhAccount } from './zh/account.ts'
import { agents as zhAgents } from './zh/agents.ts'
import { ask as zhAsk } from './zh/ask.ts'
import { calls as zhCalls } from './zh/calls.ts'
import { console as zhConsole } from './zh/console.ts'
import { dataset as zhDataset } from './zh/dataset.ts'
import { datasets as zhDatasets } from './zh/datasets.ts'
import { day as zhDay } from './zh/day.ts'
import { documents as zhDocuments } from './zh/documents.ts'
import { failure as zhFailure } from './zh/failure.ts'
import { frame as zhFrame } from './zh/frame.ts'
import { home as zhHome } from './zh/home.ts'
import { market as zhMarket } from './zh/market.ts'
import { names as zhNames } from './zh/names.ts'
import { status as zhStatus } from './zh/status.ts'
import { stock as zhStock } from './zh/stock.ts'
import { stocks as zhStocks } from './zh/stocks.ts'

const en = {
  account: enAccount,
  agents: enAgents,
  ask: enAsk,
  calls: enCalls,
  console: enConsole,
  dataset: enDataset,
  datasets: enDatasets,
  day: enDay,
  documents: enDocuments,
  failure: enFailure,
  frame: enFrame,
  home: enHome,
  market: enMarket,
  names: enNames,
  status: enStatus,
  stock: enStock,
  stocks: enStocks,
}

/** Every text of the pages in one language. */
export type Words = typeof en

const zh: Words = {
  account: zhAccount,
  agents: zhAgents,
  ask: zhAsk,
  calls: zhCalls,
  console: zhConsole,
  dataset: zhDataset,
  datasets: zhDatasets,
  day: zhDay,
  documents: zhDocuments,
  failure: zhFailure,
  frame: zhFrame,
  home: zhHome,
  market: zhMarket,
  names: zhNames,
  status: zhStatus,
  stock: zhStock,
  stocks: zhStocks,
}

export const wordsOf = (language: Language): Words => (language === 'zh' ? zh : en)

/** A language in addresses and headers. */
export const languageParameter = (language: Language): 'en' | 'zh-TW' => (language === 'zh' ? 'zh-TW' : 'en')

/** A language as the documents of a browser name it. */
export const languageTag = (language: Language): string => (language === 'zh' ? 'zh-Hant-TW' : 'en')
