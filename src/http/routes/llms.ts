import { callsPerHour } from '../../access/quotas.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Code, failures } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import { limits, parameters } from '../../query/parameters.ts'
import { endpointsOf } from '../openapi/endpoints.ts'
import { sentenceOf } from '../openapi/failed.ts'
import { warningCodes } from '../reference/texts.ts'
import { type Route, route } from '../route.ts'

const dataset = ({ name, about, id, date }: (typeof catalogue)[number]): string =>
  `- ${name}: ${about.en} (key date ${date}${id === null ? '' : `, stock_id filters ${id}`})`

const parameter = ([name, { label, kind, values }]: [string, Field]): string =>
  `- ${name} (${values?.join(' | ') ?? kind}): ${label.en}`

const conventions = [
  '- Decimals are exact and travel as text padded to their scale; null means unknown, never 0.',
  '- Dates are Taipei dates, YYYY-MM-DD; instants carry an offset.',
  '- An unknown or impossible parameter is an error (422) that names it; nothing is ignored in silence.',
  `- Paging: an answer is { dataset, tier_used, count, data, cursor }; ask again with cursor alone until it is null. At most ${limits.rows} rows an answer, ${limits.defaultRows} by default, newest first.`,
  '- What had no effect is named in the response header X-Warning: code; param=...; values=...',
  ...Object.entries(warningCodes).map(([code, { en }]) => `  - ${code}: ${en}`),
  '- Accept-Language: zh-TW gives descriptions and error texts in Chinese.',
]

const manifestText = (release: string, isSimulated: boolean, routes: readonly Route[]): string =>
  [
    '# Formosa',
    `> Taiwan market data, read only, HTTP and JSON: ${catalogue.length} datasets of prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and foreign macro series. Release ${release}.`,
    ...(isSimulated
      ? ['', 'The rows served here are simulated by the market in a box; none of them is a real quotation.']
      : []),
    '',
    'Machine-readable description of every endpoint, parameter and row: /openapi.json (OpenAPI 3.1). For people: /docs.',
    '',
    '## Authentication',
    '- Send the API key in the header Authorization: Bearer <API_KEY>; nowhere else is it accepted. Only /v1/data/{dataset} needs it.',
    '- A key is bound to a tier, which decides the datasets it reads and the calls per hour, counted per user over a sliding hour:',
    ...tiers.map(
      (tier, i) => `  - ${tier}: ${callsPerHour[tier]} calls per hour, datasets: ${tiers.slice(0, i + 1).join(', ')}`,
    ),
    '',
    '## Endpoints',
    'Every path also answers under /api, and every GET answers HEAD.',
    ...endpointsOf(routes).map(({ method, path, about }) => `- ${method} ${path}: ${about}`),
    '',
    '## Parameters of GET /v1/data/{dataset}',
    'All are optional. Example: /v1/data/TaiwanStockPrice?stock_id=2330&start_date=2026-01-01&limit=100',
    ...Object.entries(parameters).map(parameter),
    '',
    '## Conventions',
    ...conventions,
    ...tiers.flatMap((tier) => [
      '',
      `## Datasets: ${tier}`,
      ...catalogue.filter((known) => known.tier === tier).map(dataset),
    ]),
    '',
    '## Error codes',
    'Bodies are { detail, code, ... }; detail names the fix.',
    ...(Object.keys(failures) as Code[]).map((code) => `- ${failures[code].status} ${code}: ${sentenceOf(code, 'en')}`),
    '',
  ].join('\n')

/** The manifest for machines, printed from the registry, the table of failures and the routes. */
export const llms = (routes: () => readonly Route[]): Route =>
  route({
    method: 'GET',
    path: '/llms.txt',
    about: 'The service in plain text, for language models.',
    query: {},
    fails: [],
    handle: async (_, { release, manifest }) => ({
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: manifestText(release, manifest()?.origin === 'demo', routes()),
    }),
  })
