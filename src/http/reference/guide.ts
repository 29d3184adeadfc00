import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import { covers, parameters } from '../../query/parameters.ts'
import { block, code, type Html, html, prose, table } from '../../web/html.ts'
import { failureTexts } from '../openapi/failures.ts'
import { paymentHeaders, rateHeaders } from '../openapi/headers.ts'
import { paymentParameters } from '../openapi/parameters.ts'
import { nameOf, type Route } from '../route.ts'
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
import { type Section, sectionNames, sections } from './sections.ts'
import { paragraphsOf, warningCodes } from './texts.ts'
import { kindNames, words } from './words.ts'

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
    Object.entries(headers).map(([name, { label }]) => [code(name), label[language]]),
  )

const paymentTable = (language: Language): Html =>
  table(
    [words.requestHeader[language], words.meaning[language]],
    paymentParameters.map(({ name, label }) => [code(name), label[language]]),
  )

const stepList = (routes: readonly Route[], language: Language): Html =>
  html`<ol>${paragraphsOf('paymentSteps', routes).map((step) => html`<li>${prose(step[language])}</li>\n`)}</ol>`

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
    failureTexts.map((failure) => [
      failure.status,
      failure.code === null ? words.noCode[language] : code(failure.code),
      failure[language],
    ]),
  )

const endpointTable = (routes: readonly Route[], language: Language): Html =>
  table(
    [words.endpoint[language], words.meaning[language]],
    routes.map((route) => [code(nameOf(route)), route.about[language]]),
  )

/** The sections before the datasets, in order. */
export function guide(routes: readonly Route[], siteUrl: string, language: Language): Html[] {
  const extra: Partial<Record<Section, Html>> = {
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
    agents: html`${stepList(routes, language)}
${paymentTable(language)}
${headerTable(paymentHeaders, language)}
${block('JavaScript', agentExample)}`,
    parameters: parameterTable(language),
    warnings: warningTable(language),
    errors: errorTable(language),
    endpoints: endpointTable(routes, language),
  }
  return sectionNames.map(
    (name) => html`<section>
<h2 id="${name}"><a href="#${name}">${sections[name][language]}</a></h2>
${paragraphsOf(name, routes).map((text) => html`<p>${prose(text[language])}</p>\n`)}${extra[name] ?? null}
</section>
`,
  )
}
