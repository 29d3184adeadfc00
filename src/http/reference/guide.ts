import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import { covers, parameters } from '../../query/parameters.ts'
import { details } from '../openapi/details.ts'
import { type Endpoint, nameOf } from '../openapi/endpoints.ts'
import { toldFailures } from '../openapi/failed.ts'
import { paymentHeaders, rateHeaders } from '../openapi/headers.ts'
import { paymentParameters } from '../openapi/request.ts'
import { paymentSteps } from './agentTexts.ts'
import {
  agentExample,
  askExample,
  curlExample,
  duckdbExample,
  javascriptExample,
  keysExample,
  pandasExample,
  retryExample,
  signUpExample,
} from './examples.ts'
import { block, code, type Html, html, prose, table } from './html.ts'
import { guideTexts, textsOf, warningCodes } from './texts.ts'
import { kindNames, words } from './words.ts'

export type SectionName = keyof typeof guideTexts

const paragraphs = (name: SectionName, language: Language): Html[] =>
  textsOf(name, language).map((text) => html`<p>${prose(text)}</p>\n`)

const typeOf = ({ kind, values }: Field, language: Language): Html =>
  values ? html`${values.map((value, i) => [i > 0 ? ' | ' : '', code(value)])}` : html`${kindNames[kind][language]}`

const planTable = (language: Language): Html =>
  table(
    [words.tier[language], words.price[language], words.calls[language], words.reads[language]],
    tiers.map((tier) => [
      html`<span class="tier ${tier}">${tier}</span>`,
      plans[tier].twdPerMonth,
      plans[tier].callsPerHour.toLocaleString('en'),
      catalogue.filter((dataset) => covers(tier, dataset.tier)).length,
    ]),
  )

const headerTable = (headers: typeof rateHeaders | typeof paymentHeaders, language: Language): Html =>
  table(
    [words.header[language], words.meaning[language]],
    Object.entries(headers).map(([name, about]) => [
      code(name),
      language === 'zh' ? about['x-description-zh'] : about.description,
    ]),
  )

const paymentTable = (language: Language): Html =>
  table(
    [words.requestHeader[language], words.meaning[language]],
    paymentParameters.map((about) => [
      code(about.name),
      language === 'zh' ? about['x-description-zh'] : about.description,
    ]),
  )

const stepList = (language: Language): Html =>
  html`<ol>${paymentSteps.map((step) => html`<li>${prose(step[language])}</li>\n`)}</ol>`

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
    toldFailures.map((failure) => [
      failure.status,
      failure.code === null ? words.noCode[language] : code(failure.code),
      failure[language],
    ]),
  )

const endpointTable = (endpoints: readonly Endpoint[], language: Language): Html =>
  table(
    [words.endpoint[language], words.meaning[language]],
    endpoints.map((endpoint) => [
      code(nameOf(endpoint)),
      language === 'zh' ? details[nameOf(endpoint)]!.zh : endpoint.about,
    ]),
  )

/** The sections before the datasets, in order. */
export function guide(endpoints: readonly Endpoint[], siteUrl: string, language: Language): Html[] {
  const extra: Partial<Record<SectionName, Html>> = {
    start: html`${block('curl', curlExample(siteUrl))}
${block('Python, pandas', pandasExample)}
${block('Python, DuckDB', duckdbExample)}
${block('JavaScript', javascriptExample)}`,
    accounts: block('curl', signUpExample),
    keys: block('curl', keysExample),
    quota: html`${headerTable(rateHeaders, language)}
${block('Python', retryExample)}`,
    plans: planTable(language),
    ask: block('curl', askExample),
    agents: html`${stepList(language)}
${paymentTable(language)}
${headerTable(paymentHeaders, language)}
${block('JavaScript', agentExample)}`,
    parameters: parameterTable(language),
    warnings: warningTable(language),
    errors: errorTable(language),
    endpoints: endpointTable(endpoints, language),
  }
  return (Object.keys(guideTexts) as SectionName[]).map(
    (name) => html`<section>
<h2 id="${name}"><a href="#${name}">${words[name][language]}</a></h2>
${paragraphs(name, language)}${extra[name] ?? null}
</section>
`,
  )
}
