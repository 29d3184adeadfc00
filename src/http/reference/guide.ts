import { callsPerHour } from '../../access/quotas.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Code, failures, type Language } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import { covers, parameters } from '../../query/parameters.ts'
import { details, type Endpoint } from '../openapi/endpoints.ts'
import { sentenceOf } from '../openapi/failed.ts'
import { curlExample, duckdbExample, javascriptExample, pandasExample } from './examples.ts'
import { block, code, type Html, html, prose, table } from './html.ts'
import { type guideTexts, textsOf, warningCodes } from './texts.ts'
import { kindNames, words } from './words.ts'

export type SectionName = keyof typeof guideTexts

const paragraphs = (name: SectionName, language: Language): Html[] =>
  textsOf(name, language).map((text) => html`<p>${prose(text)}</p>\n`)

const typeOf = ({ kind, values }: Field, language: Language): Html =>
  values ? html`${values.map((value, i) => [i > 0 ? ' | ' : '', code(value)])}` : html`${kindNames[kind][language]}`

const tierTable = (language: Language): Html =>
  table(
    [words.tier[language], words.calls[language], words.reads[language]],
    tiers.map((tier) => [
      html`<span class="tier ${tier}">${tier}</span>`,
      callsPerHour[tier].toLocaleString('en'),
      catalogue.filter((dataset) => covers(tier, dataset.tier)).length,
    ]),
  )

const parameterTable = (language: Language): Html =>
  table(
    [words.name[language], words.type[language], words.meaning[language]],
    Object.entries(parameters).map(([name, field]) => [code(name), typeOf(field, language), field.label[language]]),
  )

const warningTable = (language: Language): Html =>
  table(
    [words.code[language], words.meaning[language]],
    Object.entries(warningCodes).map(([name, meaning]) => [code(name), prose(meaning[language])]),
  )

const errorTable = (language: Language): Html =>
  table(
    [words.status[language], words.code[language], words.meaning[language]],
    (Object.keys(failures) as Code[])
      .sort((a, b) => failures[a].status - failures[b].status)
      .map((name) => [failures[name].status, code(name), sentenceOf(name, language)]),
  )

const endpointTable = (endpoints: readonly Endpoint[], language: Language): Html =>
  table(
    [words.endpoint[language], words.meaning[language]],
    endpoints.map(({ method, path, about }) => [
      code(`${method} ${path}`),
      language === 'zh' ? (details[path]?.zh ?? about) : about,
    ]),
  )

/** The sections before the datasets, in order. */
export function guide(endpoints: readonly Endpoint[], language: Language): Html[] {
  const extra: Readonly<Record<SectionName, Html>> = {
    start: html`${block('curl', curlExample)}
${block('Python, pandas', pandasExample)}
${block('Python, DuckDB', duckdbExample)}
${block('JavaScript', javascriptExample)}`,
    authentication: tierTable(language),
    parameters: parameterTable(language),
    paging: html``,
    warnings: warningTable(language),
    errors: errorTable(language),
    endpoints: endpointTable(endpoints, language),
  }
  return (Object.keys(extra) as SectionName[]).map(
    (name) => html`<section>
<h2 id="${name}"><a href="#${name}">${words[name][language]}</a></h2>
${paragraphs(name, language)}${extra[name]}
</section>
`,
  )
}
