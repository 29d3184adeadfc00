import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { contractDatasets } from '../../catalogue/index.ts'
import { computed } from '../computed.ts'
import type { Known } from './names.ts'
import type { Line } from './nearest.ts'
import { simplified, traitsOf } from './traits.ts'

type Said = { readonly also?: { readonly en?: readonly string[]; readonly zh?: readonly string[] } }
const alsoOf = ({ also }: Said): string[] => [...(also?.en ?? []), ...(also?.zh ?? [])]

/** What a dataset itself is called, in both languages; and its columns. */
const ownWords = (dataset: Dataset): string =>
  [dataset.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '), dataset.title.en, dataset.title.zh, ...alsoOf(dataset)].join(
    ' ',
  )
function columnWords(dataset: Dataset): string {
  const fields = columnsOf(dataset).map(([, field]) => field)
  const more = computed.filter(({ datasets }) => datasets.includes(dataset.name))
  return [
    ...[...fields, ...more].flatMap((said) => [said.label.en, said.label.zh, ...alsoOf(said)]),
    ...fields.flatMap(({ values }) => values ?? []),
  ].join(' ')
}

const known = contractDatasets.map((dataset) => ({
  dataset,
  own: traitsOf(ownWords(dataset)),
  columns: traitsOf(columnWords(dataset)),
}))

/** What people say of a dataset that neither it nor its columns are called: one word is enough to show it. */
const spoken = (
  [
    [/treasur|\bust\b|\b\d+s\d+s\b|yield curve|美債|美國公債|殖利率曲線/i, 'USBondYield'],
    [/\bu\.?s\.? (stock|share)|美股|\badr\b/i, 'USStockPrice'],
    [/\bmcap\b|market ?cap|largest|biggest|市值|權值股|總市值/i, 'TaiwanStockMarketValue'],
    [
      /shs out|shares? outstanding|float|turnover (rate|ratio)|股本|發行股數|週轉率|周轉率|換手率/i,
      'TaiwanStockShareholding',
    ],
    [
      /trading (date|day)s? (left|remain|scheduled|in)|scheduled trading|開盤幾天|交易日.*(剩|幾天)|開市|休市/i,
      'TaiwanStockTradingDate',
    ],
    [/balance sheet|\bcash (on hand|pile)|debt|負債|現金最多|手上現金|資產/i, 'TaiwanStockBalanceSheet'],
    [/margin (balance|loan)|融資|融券/i, 'TaiwanStockMarginPurchaseShortSale'],
    [/可轉債|轉換債|轉債|convertible/i, 'TaiwanCBOverview'],
  ] as const
).map(([words, dataset]) => [new RegExp(simplified(words.source), 'i'), dataset] as const)

/** Without a word of these a question is not about futures or options, which share volumes and sessions with stocks. */
const ofDerivatives = new RegExp(
  simplified(
    [
      'futures?|options?|derivative|contract|\\boi\\b|open interest|\\b(tx|mtx|tmf|txo|te|tf)\\b|\\b(put|call)s?\\b|expir|settle',
      'night|after.?hours|basis|strike|large traders?|期貨|期指|台指|指期|期權|選擇權|買權|賣權|履約|未平倉|留倉|多單|空單|大台|小台|微台',
      '契約|結算|轉倉|夜盤|盤後|近月|遠月|逆價差|正價差|大額交易人|\\d口|幾口|口數|期交所',
    ].join('|'),
  ),
  'i',
)

/** What few datasets are called by says more than what many are. */
const weightOf = (trait: string): number =>
  Math.log((1 + known.length) / (1 + known.filter(({ own, columns }) => own.has(trait) || columns.has(trait)).length))

/** Datasets whose names also stand in questions about others: a security is in many, and brokers are called like banks. */
const unheld = new Set(['TaiwanStockOverview', 'TaiwanStockBrokerInfo', 'TaiwanStockCompanyIndustry'])

/** The datasets that a canonical sentence names. */
const datasetsIn = ({ sentence }: Line): string[] => sentence.match(/\b[A-Z]\w+/g) ?? []

/**
 * The datasets a question is likeliest to be about, best first: daily prices always, those that know its names, those
 * that its own words say, those that questions near to it are about, and those that are called by words of it. A word of
 * a column alone brings no dataset: every second one has a volume.
 */
export function chooseDatasets(
  question: string,
  most: number,
  names: readonly Known[] = [],
  near: readonly Line[] = [],
): readonly Dataset[] {
  const asked = [...traitsOf(question)].map((trait) => [trait, weightOf(trait)] as const)
  const sum = (traits: ReadonlySet<string>): number =>
    asked.reduce((points, [trait, weight]) => points + (traits.has(trait) ? weight : 0), 0)
  const votes = new Map<string, number>()
  for (const [place, line] of near.entries())
    for (const name of new Set(datasetsIn(line))) votes.set(name, (votes.get(name) ?? 0) + 1 / (place + 2))
  const ranked = known
    .map(({ dataset, own, columns }) => ({ dataset, called: sum(own), points: sum(own) + sum(columns) }))
    .filter(({ dataset, called, points }) => points > 0 && (called > 0 || votes.has(dataset.name)))
    .sort((a, b) => b.points - a.points)
    .map(({ dataset }) => dataset.name)
  const voted = [...votes].sort((a, b) => b[1] - a[1]).map(([name]) => name)
  const plain = simplified(question)
  const said = [
    'TaiwanStockPrice',
    ...names.map(({ dataset }) => dataset).filter((name) => !unheld.has(name)),
    ...spoken.filter(([words]) => words.test(plain)).map(([, dataset]) => dataset),
  ]
  const inTurn = voted.concat(ranked).flatMap((_, n) => [ranked[n], voted[n]])
  return [...new Set([...said, ...inTurn])]
    .flatMap((name) => contractDatasets.find((dataset) => dataset.name === name) ?? [])
    .filter(({ category }) => category !== 'derivatives' || ofDerivatives.test(plain))
    .slice(0, most)
}
