import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import { type Language, problem } from '../../errors.ts'
import type { Label } from '../../fields.ts'
import type { Schema } from '../openapi/schema.ts'
import { parseBody } from '../request/body.ts'
import { nearest } from '../request/nearest.ts'
import { listDatasets } from '../routes/catalogue.ts'
import type { Backend, ToolReply } from './backend.ts'
import { errorOf, type ToolResult } from './results.ts'
import { type Call, describe, type Tool, tools, withLists } from './tools.ts'

const instructions: Label = {
  en: 'Taiwan market data: prices, institutional and margin flows, fundamentals, derivatives, convertible bonds, macro series. find_datasets, then describe_dataset, then query_rows (find_securities has the codes of names); or ask a question as it is. Dates are Taipei dates. Missing rows have a reason: list_gaps.',
  zh: '台灣市場資料：行情、法人與信用交易、基本面、期貨選擇權、可轉債、總體經濟。先 find_datasets，再 describe_dataset，然後 query_rows（以 find_securities 由名稱查代號）；或直接以 ask 提問。日期為台北日期。缺少資料的原因見 list_gaps。',
}

/** The schema of the arguments; texts are in the caller's language. */
const inputOf = ({ fields }: Tool, language: Language): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { schema, label }]) => [name, { ...schema, description: label[language] }]),
  ),
  required: Object.keys(fields).filter((name) => !('default' in fields[name]!)),
  additionalProperties: false,
})

const printTool = (tool: Tool, language: Language) => ({
  name: tool.name,
  title: tool.title[language],
  description: tool.about[language],
  inputSchema: inputOf(tool, language),
  outputSchema: tool.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
})

/** Runs a tool; a failure becomes a result with `isError`. */
async function runTool(tool: Tool, given: unknown, call: Call): Promise<ToolResult> {
  try {
    const named = withLists(tool.fields, (given ?? {}) as Readonly<Record<string, unknown>>)
    const values = parseBody(tool.fields, Buffer.from(JSON.stringify(named)), 'application/json')
    return await tool.run(values, call)
  } catch (error) {
    return errorOf(call.backend.failed(error))
  }
}

const paymentOf = (meta: Readonly<Record<string, unknown>> | undefined): string | null => {
  const payment = meta?.['x402/payment']
  if (payment === undefined) return null
  return typeof payment === 'string' ? payment : Buffer.from(JSON.stringify(payment)).toString('base64')
}

const catalogueUri = 'formosa://datasets'
const mimeType = 'application/json'

const unknownTool = (name: string): ProtocolError => {
  const names = tools.map((tool) => tool.name)
  const near = nearest(name, names)
  const guess = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `the tools are ${names.join(', ')}.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}; ${guess}`)
}

/** The text of a resource; a refusal is a failure of the protocol, since resources have no other. */
async function readResource(uri: string, call: Call): Promise<string> {
  const refuse = (reply: ToolReply): never => {
    const { structuredContent } = errorOf(reply)
    const code = reply.status === 404 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
    throw new ProtocolError(code, String(structuredContent.detail), structuredContent)
  }
  const { backend, signal } = call
  if (uri !== catalogueUri && !uri.startsWith(`${catalogueUri}/`))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no resource ${uri.slice(0, 200)}; the catalogue is ${catalogueUri}, a dataset ${catalogueUri}/{name}.`,
    )
  try {
    const reply =
      uri === catalogueUri
        ? await backend.send({ method: 'GET', url: listDatasets.path }, signal)
        : await describe(decodeURIComponent(uri.slice(catalogueUri.length + 1)), call)
    return reply.status === 200 ? reply.text : refuse(reply)
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    return refuse(backend.failed(error instanceof URIError ? problem('not_found', [uri.slice(0, 200)]) : error))
  }
}

/** A server of the Model Context Protocol for one exchange or one connection. It keeps nothing. */
export function createToolServer(backend: Backend, release: string, gone?: AbortSignal): Server {
  const { language } = backend
  const server = new Server(
    { name: 'formosa', title: 'Formosa', version: release },
    { capabilities: { tools: {}, resources: {} }, instructions: instructions[language] },
  )
  const signalOf = (signal: AbortSignal): AbortSignal => (gone ? AbortSignal.any([gone, signal]) : signal)

  server.setRequestHandler('tools/list', async () => ({
    tools: tools.map((tool) => printTool(tool, language)) as never,
  }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw unknownTool(params.name)
    const payment = paymentOf(mcpReq._meta as Readonly<Record<string, unknown>> | undefined)
    const call = { backend, payment, signal: signalOf(mcpReq.signal) }
    return runTool(tool, params.arguments, call)
  })
  server.setRequestHandler('resources/list', async () => ({
    resources: [
      {
        uri: catalogueUri,
        name: 'datasets',
        title: { en: 'The catalogue of datasets', zh: '資料集目錄' }[language],
        mimeType,
      },
    ],
  }))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [
      {
        uriTemplate: `${catalogueUri}/{name}`,
        name: 'dataset',
        title: { en: 'One dataset with its columns', zh: '單一資料集與其欄位' }[language],
        mimeType,
      },
    ],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const text = await readResource(uri, { backend, payment: null, signal: signalOf(mcpReq.signal) })
    return { contents: [{ uri, mimeType, text }] }
  })
  return server
}
