import { plans } from '../../access/plans.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { datasetHints } from '../../catalogue/elsewhere.ts'
import { contractDatasets, series } from '../../catalogue/index.ts'
import type { Field, Label } from '../../fields.ts'
import { limits, parameters } from '../../query/parameters.ts'
import { sampleIds } from '../admission/samples.ts'
import { failureTexts } from '../openapi/failures.ts'
import { paymentHeaders, rateHeaders } from '../openapi/headers.ts'
import { paymentParameters } from '../openapi/parameters.ts'
import { string } from '../openapi/schema.ts'
import { groupsOf } from '../reference/library.ts'
import { paragraphsOf, warningCodes } from '../reference/texts.ts'
import { nameOf, type Route, route } from '../route.ts'

const dataset = ({ name, about, id, date }: (typeof contractDatasets)[number]): string =>
  `- ${name}: ${about.en} (key date ${date}${id === null ? '' : `, stock_id filters ${id}`})`

const parameter = ([name, { label, kind, values }]: [string, Field]): string =>
  `- ${name} (${values?.join(' | ') ?? kind}): ${label.en}`

const conventions = [
  '- Decimals are exact and travel as text padded to their scale; null means unknown, never 0.',
  '- Dates are Taipei dates, YYYY-MM-DD; instants carry an offset.',
  '- An unknown or impossible parameter is an error (422) that names it; nothing is ignored in silence.',
  `- Paging: an answer is { dataset, tier_used, count, data, cursor }; ask again with cursor alone until it is null. At most ${limits.rows} rows an answer, ${limits.defaultRows} by default, newest first.`,
  '- A part of the request that had no effect is named in the response header X-Warning: code; param=...; values=...',
  ...Object.entries(warningCodes).map(([code, { en }]) => `  - ${code}: ${en}`),
  '- Accept-Language: zh-TW gives descriptions and error texts in Chinese.',
]

/** The paragraphs of sections of the guide as items of a list. */
const items = (routes: readonly Route[], ...names: Parameters<typeof paragraphsOf>[0][]): string[] =>
  names.flatMap((name) => paragraphsOf(name, routes)).map(({ en }) => `- ${en}`)

const labelled = (headers: Readonly<Record<string, { readonly label: Label }>>): string[] =>
  Object.entries(headers).map(([name, { label }]) => `  - ${name}: ${label.en}`)

const planLines = (): string[] =>
  tiers.map(
    (tier, i) =>
      `- ${tier}: ${plans[tier].callsPerHour} calls per hour, ${plans[tier].twdPerMonth} TWD a month, datasets: ${tiers.slice(0, i + 1).join(', ')}`,
  )

const authentication = (routes: readonly Route[]): string[] => [
  `- Send the API key in the header Authorization: Bearer <API_KEY>; nowhere else is it accepted. GET /v1/data/{dataset} and the paths below it, and POST /v1/ask, need a key (rows of ${sampleIds.join(', ')} in datasets of the free tier need none: X-RateLimit-Tier is then anonymous); GET /v1/agent/{dataset} takes a payment instead (see Agents); /v1/me, /v1/key/* and GET /v1/keys a key or a session; changes to an account need a session; everything else is open to all.`,
  ...items(routes, 'accounts', 'keys'),
  '- The tier decides the datasets a key reads and the calls per hour:',
  ...planLines().map((line) => `  ${line}`),
  ...items(routes, 'plans'),
]

const agents = (routes: readonly Route[]): string[] => [
  ...items(routes, 'agents'),
  '- The steps:',
  ...paragraphsOf('paymentSteps', routes).map(({ en }, i) => `  ${i + 1}. ${en}`),
  '- Request headers:',
  ...paymentParameters.map(({ name, label }) => `  - ${name}: ${label.en}`),
  '- Response headers:',
  ...labelled(paymentHeaders),
]

const headOf = (release: string, isSimulated: boolean, siteUrl: string): string[] => [
  '# Formosa',
  `> Taiwan market data, read only, HTTP and JSON: ${contractDatasets.length} datasets of prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and foreign macro series, and ${series.length} series computed from them. Release ${release}.`,
  ...(isSimulated
    ? ['', 'The rows served here are simulated by the market in a box; none of them is a real quotation.']
    : []),
  '',
  `Address of this service: ${siteUrl}. Every path below follows it.`,
]

const manifestText = (release: string, isSimulated: boolean, routes: readonly Route[], siteUrl: string): string =>
  [
    ...headOf(release, isSimulated, siteUrl),
    'Machine-readable description of every endpoint, parameter and row: /openapi.json (OpenAPI 3.1). For people: /docs.',
    '',
    '## Authentication',
    ...authentication(routes),
    '',
    '## Quota',
    ...items(routes, 'quota'),
    ...labelled(rateHeaders),
    '',
    '## Ask: questions in Chinese or English',
    ...items(routes, 'ask'),
    '',
    '## SQL',
    ...items(routes, 'sql'),
    '',
    '## Agents: pay per call',
    ...agents(routes),
    '',
    '## MCP: tools for language models',
    ...items(routes, 'mcp'),
    '',
    '## Endpoints',
    'Every path also answers under /api, and every GET answers HEAD.',
    ...routes.map((route) => `- ${nameOf(route)}: ${route.about.en}`),
    '',
    '## Parameters of GET /v1/data/{dataset} and GET /v1/agent/{dataset}',
    `All are optional. Example, which needs no key: ${siteUrl}/v1/data/TaiwanStockPER?stock_id=2330&start_date=2026-01-01&limit=100`,
    ...Object.entries(parameters).map(parameter),
    '',
    '## Formats',
    ...items(routes, 'formats'),
    '',
    '## Bulk files',
    ...items(routes, 'bulk'),
    '',
    '## Gaps',
    ...items(routes, 'gaps'),
    '',
    '## Conventions',
    ...conventions,
    ...tiers.flatMap((tier) => [
      '',
      `## Datasets: ${tier}`,
      ...contractDatasets.filter((known) => known.tier === tier).map(dataset),
    ]),
    '',
    '## Series computed here from these datasets',
    'They are read like datasets. GET /v1/data lists them with include=derived, which has the rule of each.',
    ...series.map((known) => `${dataset(known)}; ${known.tier} tier; from ${known.derived!.from.join(', ')}`),
    '',
    "## FinMind's names of datasets that are called otherwise here",
    ...datasetHints.filter(({ isHere }) => isHere).map(({ name, dataset: ours }) => `- ${name}: ${ours}`),
    '',
    '## Error codes',
    'Bodies are { detail, code, ... }; detail names the fix. A declined question adds understood, not_understood, candidates and suggestions. payment_required, payment_refused and invalid_payment add the terms of x402: x402Version, error, accepts. A 429 is exactly { detail, retry_after_seconds }, without a code; the header X-Error-Code has the name in brackets. Other bodies but those of 402 and 403 end in request_id.',
    ...failureTexts.map(
      ({ status, code, inHeader, en }) => `- ${status}${code === null ? ` (${inHeader})` : ` ${code}`}: ${en}`,
    ),
    '',
  ].join('\n')

/** Documents by their titles, each as text for programs. */
const documentLinks = (siteUrl: string): string[] =>
  groupsOf('en').flatMap(({ title, entries }) => [
    '',
    `### ${title}`,
    ...entries.map(
      ({ path, title: own, about }) => `- [${own}](${siteUrl}/docs/${path}.md)${about === '' ? '' : `: ${about}`}`,
    ),
  ])

/** The index: what there is by name, and where each thing is told in full. */
const indexText = (release: string, isSimulated: boolean, routes: readonly Route[], siteUrl: string): string =>
  [
    ...headOf(release, isSimulated, siteUrl),
    '',
    `Everything of this index in full: [llms-full.txt](${siteUrl}/llms-full.txt). Endpoints, parameters and rows for machines: [openapi.json](${siteUrl}/openapi.json). A skill for agents: [SKILL.md](${siteUrl}/SKILL.md).`,
    '',
    '## How to read rows',
    `- GET ${siteUrl}/v1/data/{dataset}?stock_id=2330&start_date=2026-01-01, with the header Authorization: Bearer <API_KEY>. Rows of ${sampleIds.join(', ')} in datasets of the free tier need no key: ${siteUrl}/v1/data/TaiwanStockPER?stock_id=2330&limit=5`,
    `- POST ${siteUrl}/v1/ask with {"question"} answers in Chinese or English, POST ${siteUrl}/v1/sql with {"sql"} runs one SELECT. Both are of the plus tier.`,
    `- Without an account: GET ${siteUrl}/v1/agent/{dataset} answers 402 with the terms of x402; ${siteUrl}/v1/agent has the prices.`,
    `- Tools for language models (MCP): ${siteUrl}/mcp, with a log-in by OAuth at ${siteUrl}/mcp/account.`,
    '',
    '## Quota',
    ...planLines(),
    `- Response headers: ${Object.keys(rateHeaders).join(', ')}. A 429 names the seconds to wait.`,
    '',
    '## Endpoints',
    ...Object.entries(Object.groupBy(routes, ({ tag }) => tag)).map(
      ([tag, own]) => `- ${tag}: ${own.map(nameOf).join(', ')}`,
    ),
    ...tiers.flatMap((tier) => [
      '',
      `## Datasets: ${tier}`,
      ...contractDatasets.filter((known) => known.tier === tier).map(({ name, title }) => `- ${name}: ${title.en}`),
    ]),
    '',
    '## Series computed here from these datasets',
    ...series.map(({ name, title, tier }) => `- ${name} (${tier}): ${title.en}`),
    '',
    '## Error codes',
    `Bodies are { detail, code }; detail names the fix: ${[...new Set(failureTexts.map(({ code, inHeader }) => code ?? inHeader))].join(', ')}.`,
    '',
    '## Documents',
    ...documentLinks(siteUrl),
    '',
  ].join('\n')

type TextOf = typeof indexText

const textRoute = (path: string, id: string, about: Label, textOf: TextOf, routes: () => readonly Route[]): Route =>
  route(`GET ${path}`, id, {
    tag: 'service',
    about,
    auth: 'open',
    types: ['text/plain'],
    responses: { 200: { type: 'text/plain', schema: string() } },
    handle: async ({ siteUrl }, { release, manifest }) => ({
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: textOf(release, manifest()?.origin === 'demo', routes(), siteUrl),
    }),
  })

/** The service for language models: an index, and everything that it names. */
export const llms = (routes: () => readonly Route[]): readonly Route[] => [
  textRoute(
    '/llms.txt',
    'llms',
    {
      en: 'The service in plain text, for language models: an index of datasets, endpoints and documents.',
      zh: '供語言模型閱讀的純文字索引：資料集、端點與文件。',
    },
    indexText,
    routes,
  ),
  textRoute(
    '/llms-full.txt',
    'llmsFull',
    {
      en: 'The whole description in plain text: every endpoint, parameter, dataset, failure and rule.',
      zh: '完整的純文字說明：所有端點、參數、資料集、錯誤與規則。',
    },
    manifestText,
    routes,
  ),
]
