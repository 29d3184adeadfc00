import { catalogue, contractDatasets } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { priceList } from '../../pay/priceList.ts'
import { sampleIds } from '../admission/samples.ts'
import { listOf, object, string } from '../openapi/schema.ts'
import { type Route, route } from '../route.ts'

/** What programs look for at fixed addresses before they know anything of the service. */

const apiCatalog = route('GET /.well-known/api-catalog', 'apiCatalog', {
  tag: 'service',
  about: {
    en: 'The APIs of this service with their descriptions, as a set of links (RFC 9727).',
    zh: '本服務的 API 及其說明文件連結（RFC 9727）。',
  },
  auth: 'open',
  types: ['application/linkset+json'],
  responses: {
    200: {
      type: 'application/linkset+json',
      schema: string('A set of links (RFC 9264)'),
    },
  },
  async handle({ siteUrl }) {
    const at = (path: string, type: string) => [{ href: `${siteUrl}${path}`, type }]
    return {
      headers: { 'Content-Type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"' },
      body: JSON.stringify({
        linkset: [
          {
            anchor: `${siteUrl}/v1`,
            'service-desc': at('/openapi.json', 'application/json'),
            'service-doc': [...at('/docs', 'text/html'), ...at('/llms-full.txt', 'text/plain')],
            'service-meta': at('/v1/data', 'application/json'),
            status: at('/status', 'text/html'),
          },
          {
            anchor: `${siteUrl}/mcp`,
            'service-desc': at('/server.json', 'application/json'),
            'service-doc': at('/docs/mcp', 'text/html'),
            status: at('/status', 'text/html'),
          },
        ],
      }),
    }
  },
})

const paidResources = route('GET /.well-known/x402', 'paidResources', {
  tag: 'agents',
  about: {
    en: 'The addresses that are sold by the call (x402); GET /v1/agent has prices and terms.',
    zh: '逐次付費（x402）的所有網址；價格與條件見 GET /v1/agent。',
  },
  auth: 'open',
  responses: {
    200: {
      schema: object('PaidResources', 'What is sold by the call', {
        version: { const: 1 },
        resources: listOf(string('Address of a paid resource')),
        instructions: string('Where prices and terms are'),
      }),
    },
  },
  fails: ['agent_disabled'],
  async handle({ siteUrl }, { agent }) {
    if (!agent) throw problem('agent_disabled', [])
    const { prices, ask, sql } = priceList(agent.terms, agent.receipts, catalogue)
    return {
      body: {
        version: 1,
        resources: [...prices, ask, sql].map(({ path }) => `${siteUrl}${path}`),
        instructions: `${siteUrl}/v1/agent`,
      },
    }
  },
})

/** The domain of an address from its end, as names of registries begin: `com.example.data`. */
const reversed = (siteUrl: string): string => new URL(siteUrl).hostname.split('.').reverse().join('.')

const key = {
  name: 'Authorization',
  description: 'Bearer and an API key of Formosa',
  isRequired: false,
  isSecret: true,
}

const serverJson = route('GET /server.json', 'mcpServer', {
  tag: 'mcp',
  about: {
    en: 'The MCP server as registries of such servers list it (server.json).',
    zh: 'MCP 伺服器的登錄資料（server.json）。',
  },
  auth: 'open',
  responses: { 200: { schema: { type: 'object', description: 'An entry of the MCP registry' } } },
  handle: async ({ siteUrl }, { release }) => ({
    body: {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: `${reversed(siteUrl)}/formosa`,
      title: 'Formosa',
      description: `Taiwan market data: ${contractDatasets.length} datasets, SQL, questions in Chinese or English`,
      version: release,
      websiteUrl: siteUrl,
      remotes: [
        { type: 'streamable-http', url: `${siteUrl}/mcp`, headers: [key] },
        { type: 'streamable-http', url: `${siteUrl}/mcp/account` },
      ],
    },
  }),
})

const skillText = (siteUrl: string, isSimulated: boolean): string =>
  [
    '---',
    'name: formosa',
    `description: Reads Taiwan market data (prices, institutional and margin flows, revenue, statements, dividends, futures, options, convertible bonds; ${contractDatasets.length} datasets) from ${siteUrl}. Use it for any question about Taiwan stocks, ETFs, indices or derivatives that needs numbers.`,
    '---',
    '',
    '# Formosa',
    '',
    ...(isSimulated ? ['This service shows simulated rows; none of them is a real quotation.', ''] : []),
    '## Steps',
    '',
    `1. Find the code of a security: \`GET ${siteUrl}/v1/securities?q=台積電\`. It needs no key.`,
    `2. Find the dataset in \`${siteUrl}/llms.txt\`, and its columns with \`GET ${siteUrl}/v1/data/{dataset}/schema\`.`,
    `3. Read rows: \`curl -H "Authorization: Bearer $FORMOSA_KEY" "${siteUrl}/v1/data/TaiwanStockPER?stock_id=2330&limit=5"\`. Rows of ${sampleIds.join(', ')} in datasets of the free tier need no key.`,
    `4. For joins and rankings send one SELECT to \`POST ${siteUrl}/v1/sql\`, or the question as it is to \`POST ${siteUrl}/v1/ask\` (Plus tier).`,
    `5. Without an account pay by the call: \`GET ${siteUrl}/v1/agent\` has prices and terms (x402).`,
    '',
    '## Rules',
    '',
    '- Decimals are text with all their places. null means unknown, never 0.',
    '- Dates are Taipei dates. Rows come newest first; where `cursor` is not null, send it for the next page.',
    '- Read the header `X-Warning`: it names unknown ids, days without rows and what had no effect.',
    '- An error has one sentence in `detail` that names the fix. After a 429 wait `retry_after_seconds`.',
    '- For a backtest add `as_of=` (a date): rows are then those that were known on that day.',
    '',
    '## Tools',
    '',
    `With MCP, connect to ${siteUrl}/mcp (key), or ${siteUrl}/mcp/account (log-in): its tools do the same.`,
    '',
  ].join('\n')

const skill = route('GET /SKILL.md', 'skill', {
  tag: 'service',
  about: {
    en: 'A skill for agents: when to use this service, the steps, the rules and the tools.',
    zh: '供代理程式使用的技能檔：使用時機、步驟、規則與工具。',
  },
  auth: 'open',
  types: ['text/markdown'],
  responses: { 200: { type: 'text/markdown', schema: string() } },
  handle: async ({ siteUrl }, { manifest }) => ({
    headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    body: skillText(siteUrl, manifest()?.origin === 'demo'),
  }),
})

export const discovery: readonly Route[] = [apiCatalog, paidResources, serverJson, skill]
