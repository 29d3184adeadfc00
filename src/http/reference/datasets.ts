import { expectation } from '../../catalogue/complete.ts'
import { categories, columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { exampleOf } from '../../derive/printed/entry.ts'
import type { Language } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import type { Manifest } from '../../lake/manifest.ts'
import { code, type Html, html, type Piece, prose, table } from '../../web/html.ts'
import { categoryNames, kindNames, words } from './words.ts'

const listed = (names: readonly string[]): Piece => names.map((name, i) => [i > 0 ? ', ' : '', code(name)])

const typeOf = ({ kind, scale, nullable }: Field, language: Language): string =>
  [
    kindNames[kind][language] + (scale === undefined ? '' : `, ${scale} ${words.places[language]}`),
    ...(nullable ? [words.orNull[language]] : []),
  ].join(' ')

const meaningOf = ({ label, values }: Field, language: Language): Piece =>
  values ? [label[language], ': ', listed(values)] : label[language]

const filtersOf = ({ id, filters }: Dataset): Piece => {
  const names = [...(id === null ? [] : ['stock_id']), 'start_date', 'end_date', ...Object.keys(filters)]
  return id === null || id === 'stock_id' ? listed(names) : [listed(names), ' (stock_id → ', code(id), ')']
}

const keptOf = ({ retention }: Dataset, language: Language): string | null => {
  if (retention === null) return null
  return retention.kind === 'newest' ? words.newest[language] : `${retention.days} ${words.days[language]}`
}

function storedOf(name: string, manifest: Manifest | null, language: Language): string | null {
  const held = manifest?.datasets[name]
  return held?.first_date
    ? `${held.first_date} – ${held.last_date}, ${held.rows.toLocaleString('en')} ${words.rows[language]}`
    : null
}

function factsOf(dataset: Dataset, manifest: Manifest | null, language: Language): Html {
  const { oddLots, derived } = dataset
  const facts: readonly (readonly [keyof typeof words, Piece])[] = [
    ['key', listed(dataset.key)],
    ['keyDate', code(dataset.date)],
    ['filters', filtersOf(dataset)],
    ['stored', storedOf(dataset.name, manifest, language)],
    ['unit', dataset.unit],
    ['adjustment', dataset.adjustment],
    ['accumulation', dataset.accumulation],
    ['oddLots', oddLots === null ? null : oddLots ? words.included[language] : words.notIncluded[language]],
    ['periods', dataset.periodRule],
    ['completeBy', `${dataset.update} ${words.taipei[language]}`],
    ['expected', expectation(dataset.complete)[language]],
    ['kept', keptOf(dataset, language)],
    ['computed', derived && [derived.from.map((name, i) => [i > 0 ? ', ' : '', linkTo(name)]), ': ', derived.rule]],
    ['sources', dataset.sources.map(({ publisher }) => publisher).join('; ')],
    ['example', code(`GET ${exampleOf(dataset)}`)],
  ]
  return html`<dl>${facts.map(([name, value]) => (value === null ? null : html`<dt>${words[name][language]}</dt><dd>${value}</dd>\n`))}</dl>`
}

const linkTo = (name: string): Html => html`<a href="#${name}">${name}</a>`

const sectionOf = (dataset: Dataset, manifest: Manifest | null, language: Language): Html => {
  const { name, title, tier, about, notes } = dataset
  const [first, second] = language === 'zh' ? [title.zh, title.en] : [title.en, title.zh]
  return html`<article>
<h3 id="${name}"><a href="#${name}">${name}</a><span class="tier ${tier}">${tier}</span></h3>
<p class="title">${first} · <span lang="${language === 'zh' ? 'en' : 'zh-Hant-TW'}">${second}</span></p>
<p>${about[language]}</p>
${notes && html`<p class="note">${prose(notes[language])}</p>`}
${factsOf(dataset, manifest, language)}
${table(
  [words.column[language], words.type[language], words.unit[language], words.meaning[language]],
  columnsOf(dataset).map(([column, field]) => [
    code(column),
    typeOf(field, language),
    field.unit ?? '',
    meaningOf(field, language),
  ]),
)}
</article>
`
}

/** Every category with its datasets, for the contents and for the sections. */
export const byCategory = categories.map((category) => ({
  category,
  datasets: catalogue.filter((dataset) => dataset.category === category) as readonly Dataset[],
}))

export const datasetSections = (manifest: Manifest | null, language: Language): Html[] =>
  byCategory.map(
    ({ category, datasets }) => html`<section>
<h2 id="${category}"><a href="#${category}">${categoryNames[category][language]}</a></h2>
${datasets.map((dataset) => sectionOf(dataset, manifest, language))}
</section>
`,
  )
