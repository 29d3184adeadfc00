import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { computed } from '../computed.ts'

/** Pairs of Chinese characters and Latin words: what two texts can share without one holding the other. */
function traitsOf(text: string): Set<string> {
  // P/E is a word.
  const latin = text.toLowerCase().replaceAll(/\b([a-z])\/([a-z])\b/g, '$1$2')
  const words = latin.match(/[a-z][a-z0-9]+/g) ?? []
  const traits = new Set(words.map((word) => word.replace(/(?<=\w{3})s$/, '')))
  for (const run of text.match(/\p{Script=Han}+/gu) ?? [])
    for (let n = 0; n + 1 < run.length; n++) traits.add(run.slice(n, n + 2))
  return traits
}

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

const known = catalogue.map((dataset) => ({
  dataset,
  own: traitsOf(ownWords(dataset)),
  columns: traitsOf(columnWords(dataset)),
}))

/** What few datasets are called by says more than what many are. */
const weightOf = (trait: string): number =>
  Math.log((1 + known.length) / (1 + known.filter(({ own, columns }) => own.has(trait) || columns.has(trait)).length))

/** The datasets a question is likeliest to be about, best first; daily prices are always among them. */
export function chooseDatasets(question: string, most: number): readonly Dataset[] {
  const asked = [...traitsOf(question)].map((trait) => [trait, weightOf(trait)] as const)
  const ranked = known
    .map(({ dataset, own, columns }) => ({
      dataset,
      points: asked.reduce(
        (sum, [trait, weight]) => sum + weight * ((own.has(trait) ? 1 : 0) + (columns.has(trait) ? 1 : 0)),
        0,
      ),
    }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ dataset }) => dataset)
  const prices = catalogue.find(({ name }) => name === 'TaiwanStockPrice')!
  return [...new Set([...ranked.slice(0, most - 1), prices, ...ranked])].slice(0, most)
}
