import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { contractDatasets } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import type { Field, Label } from '../../fields.ts'
import { covers, parameters } from '../../query/parameters.ts'
import { failureTexts } from '../openapi/failures.ts'
import { paymentHeaders, rateHeaders } from '../openapi/headers.ts'
import { paymentParameters } from '../openapi/parameters.ts'
import { nameOf, type Route } from '../route.ts'
import * as examples from './examples.ts'
import { block, code, paragraphs, table } from './markdown.ts'
import { type Section, sections } from './sections.ts'
import { paragraphsOf, warningCodes } from './texts.ts'
import { kindNames, words } from './words.ts'

/** The type of a field, or its values where it has few. */
export const typeOf = ({ kind, values }: Field, language: Language): string =>
  values ? values.map(code).join(', ') : kindNames[kind][language]

const labelsOf = (headers: typeof rateHeaders | typeof paymentHeaders): [string, Label][] =>
  Object.entries(headers).map(([name, { label }]) => [name, label])

/** A section of the reference as Markdown. */
export function sectionText(name: Section, routes: readonly Route[], siteUrl: string, language: Language): string {
  const { tier, price, calls, reads, status, noCode, type, meaning, code: codeHead, name: nameHead } = words
  /** Names with their meanings. */
  const meanings = (head: Label, list: readonly (readonly [string, Label])[]) =>
    table(
      [head[language], meaning[language]],
      list.map(([name, label]) => [code(name), label[language]]),
    )
  const extra: Partial<Record<Section, () => string>> = {
    start: () =>
      paragraphs(
        block('curl', examples.curlExample(siteUrl)),
        block('Python, pandas', examples.pandasExample),
        block('Python, DuckDB', examples.duckdbExample),
        block('JavaScript', examples.javascriptExample),
      ),
    accounts: () => block('curl', examples.signUpExample),
    keys: () => block('curl', examples.keysExample),
    quota: () => paragraphs(meanings(words.header, labelsOf(rateHeaders)), block('Python', examples.retryExample)),
    plans: () =>
      table(
        [tier, price, calls, reads].map((head) => head[language]),
        tiers.map((tier) => [
          tier,
          plans[tier].twdPerMonth,
          plans[tier].callsPerHour.toLocaleString('en'),
          contractDatasets.filter((dataset) => covers(tier, dataset.tier)).length,
        ]),
      ),
    ask: () => block('curl', examples.askExample),
    agents: () =>
      paragraphs(
        paragraphsOf('paymentSteps', routes)
          .map((step, i) => `${i + 1}. ${step[language]}`)
          .join('\n'),
        meanings(
          words.requestHeader,
          paymentParameters.map(({ name, label }) => [name, label]),
        ),
        meanings(words.header, labelsOf(paymentHeaders)),
        block('JavaScript', examples.agentExample),
      ),
    parameters: () =>
      table(
        [nameHead, type, meaning].map((head) => head[language]),
        Object.entries(parameters).map(([name, field]) => [code(name), typeOf(field, language), field.label[language]]),
      ),
    warnings: () => meanings(codeHead, Object.entries(warningCodes)),
    errors: () =>
      table(
        [status[language], codeHead[language], 'X-Error-Code', meaning[language]],
        failureTexts.map((failure) => [
          failure.status,
          failure.code === null ? noCode[language] : code(failure.code),
          failure.inHeader === null ? '' : code(failure.inHeader),
          failure[language],
        ]),
      ),
    endpoints: () =>
      meanings(
        words.endpoint,
        routes.map((route) => [nameOf(route), route.about]),
      ),
  }
  return paragraphs(
    `# ${sections[name][language]}`,
    ...paragraphsOf(name, routes).map((text) => text[language]),
    extra[name]?.() ?? null,
  )
}
