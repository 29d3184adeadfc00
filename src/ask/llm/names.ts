import type { Facts } from '../facts.ts'
import { createNames, type Names } from '../reader/names.ts'
import { isLatin, plain } from '../reader/text.ts'

/** A name that stands in a question, and the id the data knows it by. */
export type Known = { readonly text: string; readonly id: string; readonly dataset: string }

const most = 20

/** The dataset that is asked for what a name stands for; other names are of securities. */
const datasets: Readonly<Record<string, string>> = {
  currency: 'ExchangeRate',
  oil: 'CrudeOilPrices',
  tenor: 'USBondYield',
  bank: 'CentralBankRate',
  us: 'USStockPrice',
  cb: 'TaiwanCBOverview',
  sector: 'TaiwanStockSectorPrice',
  broker: 'TaiwanStockBrokerInfo',
  product: 'TaiwanFuturesDaily',
  chain: 'TaiwanStockCompanyIndustry',
}
/** Names of what there is one of, which the models of the embedded engine know without a lexicon. */
const single: readonly (readonly [RegExp, string, string])[] = [
  [/大盘|加权|台股指数|taiex|weighted index|twse index/, 'TAIEX', 'TaiwanWeightedIndex'],
  [/柜买|上柜指数|otc ?指数|tpex index|otc index/, 'TPEX', 'TaiwanWeightedIndex'],
  [/黄金|金价|\bgold\b|\bxau\b/, 'GOLD', 'GoldPrice'],
]

/** Taiwan securities that are traded in the United States too, under another id. */
const abroad: Readonly<Record<string, string>> = { '2330': 'TSM', '2303': 'UMC', '3711': 'ASX' }
const ofAbroad =
  /\badrs?\b|美股|美國(掛牌|上市)|美国(挂牌|上市)|\bnyse\b|new york|\bu\.?s\.?[- ](listed|listing|shares?)\b/i

/** Reading the lexicon anew for each question would take longer than the rest of its prompt. */
const lexicons = new WeakMap<Facts, Names>()
function lexiconOf(facts: Facts): Names {
  const known = lexicons.get(facts) ?? createNames(facts)
  lexicons.set(facts, known)
  return known
}

/** Names of the data that the question itself uses; no other row leaves the house. */
export function namesIn(question: string, facts: Facts): readonly Known[] {
  const { text, places } = plain(question)
  const products = new Map(facts.named.TaiwanFutureOptionDailyTotalOverview.map(({ id, more }) => [id, more]))
  const found: Known[] = []
  const add = (from: number, to: number, id: string, dataset: string): void => {
    if (!found.some((known) => known.id === id && known.dataset === dataset))
      found.push({ text: question.slice(places[from], places[to]), id, dataset })
  }
  for (const { from, to, members } of lexiconOf(facts).find(text)) {
    const written = question.slice(places[from], places[to])
    for (const { kind, id } of members.flat()) {
      // A ticker is written in capitals, or it is a word: ON, IT, ALL.
      const isTicker = kind === 'us' && isLatin(text[from]) && id.toLowerCase() === text.slice(from, to)
      if (kind === 'industry' || (isTicker && written !== written.toUpperCase())) continue
      const dataset = datasets[kind] ?? 'TaiwanStockOverview'
      add(from, to, id, products.get(id) === 'option' ? 'TaiwanOptionDaily' : dataset)
    }
  }
  for (const [words, id, dataset] of single) {
    const match = words.exec(text)
    if (match) add(match.index, match.index + match[0].length, id, dataset)
  }
  const listed = ofAbroad.test(question)
    ? found.flatMap((known) => (abroad[known.id] ? [{ text: known.text, id: abroad[known.id]! }] : []))
    : []
  return [...found, ...listed.map((one) => ({ ...one, dataset: 'USStockPrice' }))].slice(0, most)
}
