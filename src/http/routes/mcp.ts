import { problem } from '../../errors.ts'
import { type Schema, string } from '../openapi/schema.ts'
import { jsonType } from '../request/accept.ts'
import { type RouteRequest, route } from '../route.ts'
import type { Services } from '../services.ts'

const streamType = 'text/event-stream'
const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * Refuses what a page of another site sends. `Host` proves nothing here: a page may have its own name resolve to this
 * machine (DNS rebinding), and then names that host and that origin.
 */
function assertOrigin(origin: string | string[] | undefined, { baseUrl, publicUrl }: Services): void {
  if (origin === undefined) return
  const parsed = URL.parse(String(origin))
  const own = [baseUrl(), publicUrl].flatMap((url) => (url === null ? [] : [new URL(url).origin]))
  if (parsed && (own.includes(parsed.origin) || isLoopback(parsed.hostname))) return
  throw problem('cross_site', [])
}

/** The failure of a message by the rules of JSON-RPC, or of its request by those of every route. */
const refusedSchema: Schema = {
  type: 'object',
  anyOf: [
    { required: ['jsonrpc', 'error'], properties: { jsonrpc: { const: '2.0' }, error: { type: 'object' } } },
    { required: ['detail', 'code'], properties: { detail: string(), code: string() } },
  ],
}

type McpRequest = RouteRequest<Record<never, never>, Record<never, never>, 'open'>

/** How both addresses exchange messages. */
const exchange = {
  body: 'raw',
  rawBody: 'One JSON-RPC message of the Model Context Protocol',
  types: [jsonType, streamType],
  responses: {
    200: {
      description: 'A JSON-RPC message, or a stream that ends with it',
      schema: { type: 'object' },
      isStreamToo: true,
    },
    400: { description: 'No message of a revision that is served', schema: refusedSchema },
    404: { description: 'No such method', schema: refusedSchema },
    202: { description: 'A notification was taken', type: 'text/plain', schema: string('Empty') },
  },
  fails: ['cross_site', 'wrong_type', 'invalid_access_token', 'access_token_elsewhere'],
  takes: ({ askMs }: Services) => askMs,
  async handle({ raw, request, language, caller, signal }: McpRequest, services: Services) {
    assertOrigin(request.headers.origin, services)
    const {
      status,
      headers: list,
      ...rest
    } = await services.mcp({ raw, request, language, isCounted: caller === null, signal })
    const [, type = 'text/plain; charset=utf-8'] = list
    return { status, headers: { 'Content-Type': type }, ...rest }
  },
} as const

/** Tools and resources for language models. */
export const mcp = route('POST /mcp', 'mcp', {
  tag: 'mcp',
  about: {
    en: 'The Model Context Protocol (streamable HTTP, stateless): seven tools and the catalogue as resources, for language models.',
    zh: '模型上下文協定（MCP，streamable HTTP，無狀態）：供語言模型使用的七個工具與資料集目錄資源。',
  },
  description:
    'A call of a tool is the request of a route: key, tier, quota and errors are the same. One that fails is a 200 with isError.',
  guide: {
    mcp: [
      {
        en: '`POST /mcp` speaks the Model Context Protocol (streamable HTTP) without sessions; `formosa mcp` speaks it on standard input and output. Give a client the address `/mcp` and the header `Authorization: Bearer <API_KEY>`.',
        zh: '`POST /mcp` 支援模型上下文協定（MCP，streamable HTTP），沒有工作階段；`formosa mcp` 則使用標準輸入輸出。在用戶端設定網址 `/mcp` 與標頭 `Authorization: Bearer <API_KEY>` 即可。',
      },
      {
        en: 'There are eight tools: `find_datasets`, `find_securities`, `describe_dataset`, `query_rows`, `ask`, `run_sql`, `list_gaps` and `check_quota`; the resource `formosa://datasets` is the catalogue and `formosa://datasets/{name}` one dataset. Answers are small unless you ask for more, and say where they end: 50 rows, then a cursor.',
        zh: '共有八個工具：`find_datasets`、`find_securities`、`describe_dataset`、`query_rows`、`ask`、`run_sql`、`list_gaps`、`check_quota`；資源 `formosa://datasets` 為目錄，`formosa://datasets/{name}` 為單一資料集。回應預設精簡（50 列），後續以 cursor 取得，不會無聲截斷。',
      },
      {
        en: 'A call of a tool counts as the request that it is, and fails with the same code and sentence. Without a key, `query_rows`, `ask` and `run_sql` answer with the terms of x402; send the payment in `_meta["x402/payment"]`.',
        zh: '工具呼叫與對應的請求計數相同，錯誤代碼與說明亦相同。未附金鑰時，`query_rows`、`ask` 與 `run_sql` 會回覆 x402 付款條件，付款放在 `_meta["x402/payment"]`。',
      },
    ],
  },
  auth: 'open',
  ...exchange,
})

/** The same for clients that ask for a log-in only where a 401 tells them to. */
export const mcpWithAccount = route('POST /mcp/account', 'mcpWithAccount', {
  tag: 'mcp',
  about: {
    en: 'The same tools for a client that acts for your account: without a key or an access token it gets 401, which says where to log in.',
    zh: '相同的工具，供代表您帳號的用戶端使用：未附金鑰或存取權杖時回應 401，並指出登入之處。',
  },
  auth: 'key',
  // As at `/mcp`, the calls of tools count, and not the messages.
  cost: 'free',
  ...exchange,
})
