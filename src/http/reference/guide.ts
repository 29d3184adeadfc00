import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import { covers, parameters } from '../../query/parameters.ts'
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
import { block, code, paragraphs, table } from './markdown.ts'
import { type Section, sections } from './sections.ts'
import { paragraphsOf, warningCodes } from './texts.ts'
import { kindNames, words } from './words.ts'

/** The type of a field, or its values where it has few. */
export const typeOf = ({ kind, values }: Field, language: Language): string =>
  values ? values.map(code).join(', ') : kindNames[kind][language]

const planTable = (language: Language): string =>
  table(
    [words.tier[language], words.price[language], words.calls[language], words.reads[language]],
    tiers.map((tier) => [
      tier,
      plans[tier].twdPerMonth,
      plans[tier].callsPerHour.toLocaleString('en'),
      catalogue.filter((dataset) => covers(tier, dataset.tier)).length,
    ]),
  )

const headerTable = (headers: typeof rateHeaders | typeof paymentHeaders, language: Language): string =>
  table(
    [words.header[language], words.meaning[language]],
    Object.entries(headers).map(([name, { label }]) => [code(name), label[language]]),
  )

const paymentTable = (language: Language): string =>
  table(
    [words.requestHeader[language], words.meaning[language]],
    paymentParameters.map(({ name, label }) => [code(name), label[language]]),
  )

const stepList = (routes: readonly Route[], language: Language): string =>
  paragraphsOf('paymentSteps', routes)
    .map((step, i) => `${i + 1}. ${step[language]}`)
    .join('\n')

const parameterTable = (language: Language): string =>
  table(
    [words.name[language], words.type[language], words.meaning[language]],
    Object.entries(parameters).map(([name, field]) => [code(name), typeOf(field, language), field.label[language]]),
  )

const warningTable = (language: Language): string =>
  table(
    [words.code[language], words.meaning[language]],
    Object.entries(warningCodes).map(([name, meaning]) => [code(name), meaning[language]]),
  )

const errorTable = (language: Language): string =>
  table(
    [words.status[language], words.code[language], 'X-Error-Code', words.meaning[language]],
    failureTexts.map((failure) => [
      failure.status,
      failure.code === null ? words.noCode[language] : code(failure.code),
      failure.inHeader === null ? '' : code(failure.inHeader),
      failure[language],
    ]),
  )

const endpointTable = (routes: readonly Route[], language: Language): string =>
  table(
    [words.endpoint[language], words.meaning[language]],
    routes.map((route) => [code(nameOf(route)), route.about[language]]),
  )

/** A section of the reference as Markdown. */
export function sectionText(name: Section, routes: readonly Route[], siteUrl: string, language: Language): string {
  const extra: Partial<Record<Section, () => string>> = {
    start: () =>
      paragraphs(
        block('curl', curlExample(siteUrl)),
        block('Python, pandas', pandasExample),
        block('Python, DuckDB', duckdbExample),
        block('JavaScript', javascriptExample),
      ),
    accounts: () => block('curl', signUpExample),
    keys: () => block('curl', keysExample),
    quota: () => paragraphs(headerTable(rateHeaders, language), block('Python', retryExample)),
    plans: () => planTable(language),
    ask: () => block('curl', askExample),
    agents: () =>
      paragraphs(
        stepList(routes, language),
        paymentTable(language),
        headerTable(paymentHeaders, language),
        block('JavaScript', agentExample),
      ),
    parameters: () => parameterTable(language),
    warnings: () => warningTable(language),
    errors: () => errorTable(language),
    endpoints: () => endpointTable(routes, language),
  }
  return paragraphs(
    `# ${sections[name][language]}`,
    ...paragraphsOf(name, routes).map((text) => text[language]),
    extra[name]?.() ?? null,
  )
}
