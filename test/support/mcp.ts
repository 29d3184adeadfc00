import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects
export type Structured = Record<string, any>
type Result = { isError: boolean; data: Structured; texts: string[]; meta: Structured }

/** The result of a tool of the service. */
export async function call(
  client: Client,
  name: string,
  given: Record<string, unknown> = {},
  meta?: Record<string, unknown>,
): Promise<Result> {
  const params = { name, arguments: given, ...(meta ? { _meta: meta } : {}) }
  const result = (await client.callTool(params)) as CallToolResult
  return {
    isError: result.isError ?? false,
    data: result.structuredContent as Structured,
    texts: result.content.map((block) => (block as { text: string }).text),
    meta: (result._meta ?? {}) as Structured,
  }
}

/** The official client, connected to the service at an address. */
export async function connectTo(
  url: string,
  key?: string,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options)
  const authorization = key === undefined ? {} : { Authorization: `Bearer ${key}` }
  const requestInit = { headers: { ...authorization, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  // The client compares results with the schemas of the tools that it knows.
  await client.listTools()
  return client
}
