import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createClient } from '../../test/support/client.ts'
import { contractOf, readDocument } from '../../test/support/contract.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { call, connectTo, type Structured } from '../../test/support/mcp.ts'
import { compiled } from '../../test/support/run.ts'
import type { Service } from '../../test/support/service.ts'
import { startServiceProxy } from '../../test/support/serviceProxy.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { openUsers } from '../../test/support/users.ts'
import { catalogue } from '../catalogue/index.ts'

/* The tools as a language model's client meets them: the official client, over HTTP and over standard input. */

const root = mkdtempSync(join(tmpdir(), 'formosa-mcp-'))
let service: Service
let keys: Record<'free' | 'lite' | 'plus', string>
let contract: ReturnType<typeof contractOf>
const opened: Client[] = []

before(async () => {
  service = await shareService()
  const users = await openUsers(service.home)
  const key = async (tier: 'free' | 'lite' | 'plus') => (await users.add(tier)).key
  keys = { free: await key('free'), lite: await key('lite'), plus: await key('plus') }
  await users.close()
  contract = contractOf(await readDocument(service.url))
})
after(async () => {
  for (const client of opened) await client.close()
  await service?.stop()
  rmSync(root, { recursive: true, force: true })
})

const info = { name: 'test', version: '1' }

async function connect(
  key?: string,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<Client> {
  const client = await connectTo(service.url, key, headers, options)
  opened.push(client)
  return client
}

/** Asks a question and leaves before its answer; tries again if the answer comes first. */
async function leaveQuestion(client: Client): Promise<void> {
  const question = { name: 'ask', arguments: { question: '近一年每檔股票的平均收盤價' } }
  for (let n = 0; n < 20; n++) {
    const leaving = new AbortController()
    const pending = client.callTool(question, { signal: leaving.signal })
    setTimeout(() => leaving.abort(), 5)
    const isLeft = await pending.then(
      () => false,
      () => true,
    )
    if (isLeft) return
  }
  assert.fail('an aborted call is answered')
}

const rest = async (path: string, key: string) =>
  (await (await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })).json()) as Structured

describe('over HTTP', () => {
  for (const mode of ['legacy', 'auto'] as const)
    test(`finds, describes and queries, in the ${mode} revision of the protocol`, async () => {
      const client = await connect(keys.lite, {}, { versionNegotiation: { mode } })
      assert.equal(client.getServerVersion()?.name, 'formosa')
      assert.match(client.getInstructions() ?? '', /find_datasets/)
      const found = await call(client, 'find_datasets', { query: '收盤價' })
      assert.ok(found.data.datasets.some(({ name }: Structured) => name === 'TaiwanStockPrice'))
      const described = await call(client, 'describe_dataset', { dataset: 'TaiwanStockPrice' })
      const close = described.data.column_details.find(({ name }: Structured) => name === 'close')
      assert.deepEqual([close.type, close.unit, close.nullable], ['decimal', 'TWD', true])
      const rows = await call(client, 'query_rows', { dataset: 'TaiwanStockPrice', stock_id: '2330', limit: 3 })
      assert.equal(rows.isError, false)
      const { data } = await rest('/v1/data/TaiwanStockPrice?stock_id=2330&limit=3', keys.lite)
      assert.deepEqual(rows.data.data, data)
    })

  test('there are eight tools that only read, with schemas of what they take and give, in either language', async () => {
    const { tools } = await (await connect()).listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        ...['find_datasets', 'find_securities', 'describe_dataset', 'query_rows'],
        ...['ask', 'run_sql', 'list_gaps', 'check_quota'],
      ],
    )
    for (const { annotations, outputSchema, inputSchema, description } of tools) {
      assert.equal(annotations?.readOnlyHint, true)
      assert.equal(outputSchema?.type, 'object')
      assert.equal(inputSchema.additionalProperties, false)
      assert.match(description ?? '', /^[A-Z]/)
    }
    const brief = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    assert.ok(JSON.stringify(brief).length < 8_000, `${JSON.stringify(brief).length} characters for a model to read`)
    const chinese = (await (await connect(undefined, { 'Accept-Language': 'zh-TW' })).listTools()).tools
    for (const { description } of chinese) assert.match(description ?? '', /[一-鿿]/)
  })

  test('names in either language, codes and nicknames find securities and bonds, and the rest is counted', async () => {
    const client = await connect()
    const found = async (query: string, more: Structured = {}) =>
      (await call(client, 'find_securities', { query, ...more })).data.data as Structured[]
    for (const query of ['2330', '台積電', '台积电', 'TSMC', 'tsmc', '台灣50', '0050'])
      assert.equal((await found(query))[0]!.stock_id, query.includes('50') ? '0050' : '2330', query)
    const [tsmc] = await found('TSMC')
    assert.deepEqual([tsmc!.name, tsmc!.english_name, tsmc!.market, tsmc!.is_active], ['台積電', 'TSMC', 'TWSE', true])
    assert.ok((await found('2330', { limit: 1 })).length === 1)
    const banks = await call(client, 'find_securities', { query: '金', limit: 2 })
    assert.equal(banks.data.count, 2)
    assert.match(banks.texts[1]!, new RegExp(`^${banks.data.total - 2} more securities were found`))
    assert.deepEqual((await call(client, 'find_securities', { query: 'zzzz' })).data.total, 0)
    const bond = (await found('一', { limit: 100 })).find(({ type }) => type === 'bond')
    assert.match(String(bond!.stock_id), /^\d{5}$/)
    const wrong = await call(client, 'find_securities', { query: '' })
    assert.equal(wrong.isError, true)
  })

  test('words in either language find the dataset that a reader means, and the rest is counted', async () => {
    const client = await connect()
    const first = async (query: string) => (await call(client, 'find_datasets', { query })).data.datasets[0]?.name
    assert.equal(await first('三大法人買賣超'), 'TaiwanStockInstitutionalInvestorsBuySell')
    assert.equal(await first('monthly revenue'), 'TaiwanStockMonthRevenue')
    assert.equal(await first('月營收'), 'TaiwanStockMonthRevenue')
    assert.equal(await first('exchange rates'), 'ExchangeRate')
    assert.equal(await first('TaiwanStockInfo'), 'TaiwanStockOverview')
    const price = await call(client, 'find_datasets', { query: 'price', limit: 2 })
    assert.equal(price.data.count, 2)
    assert.ok(price.data.total > 5)
    assert.match(price.texts[1]!, new RegExp(`^${price.data.total - 2} more datasets were found`))
    const plus = await call(client, 'find_datasets', { tier: 'plus', category: 'convertibles' })
    assert.deepEqual(
      plus.data.datasets.map(({ name }: Structured) => name),
      ['TaiwanCBOverview', 'TaiwanCBOverviewHistory', 'TaiwanCBPremium'],
    )
    assert.deepEqual((await call(client, 'find_datasets', { query: 'zzzz' })).data, {
      count: 0,
      total: 0,
      datasets: [],
    })
    assert.equal((await call(client, 'find_datasets')).data.total, catalogue.length)
  })

  test('rows come 50 at a time, and the cursor goes on without a gap or a repeat', async () => {
    const client = await connect(keys.lite)
    const first = await call(client, 'query_rows', { dataset: 'TaiwanStockPrice', stock_id: '2330' })
    assert.equal(first.data.count, 50)
    assert.match(first.texts[1]!, /There are more rows: call query_rows again/)
    assert.match(first.texts[1]!, /simulated/)
    assert.equal(first.data.data_origin, 'demo')
    assert.deepEqual(JSON.parse(first.texts[0]!).data, first.data.data)
    const second = await call(client, 'query_rows', { dataset: 'TaiwanStockPrice', cursor: first.data.cursor })
    assert.equal(second.data.count, 50)
    const { data } = await rest('/v1/data/TaiwanStockPrice?stock_id=2330&limit=100', keys.lite)
    assert.deepEqual([...first.data.data, ...second.data.data], data)
    const ids = { dataset: 'TaiwanStockPrice', start_date: '2026-11-01' }
    const asText = await call(client, 'query_rows', { ...ids, stock_id: '2317,2330', columns: 'stock_id,close' })
    assert.equal(new Set(asText.data.data.map((row: Structured) => row.stock_id)).size, 2)
    for (const given of [[2317, '2330'], ['2330', '2317'], ['2317,2330']])
      assert.deepEqual(
        await call(client, 'query_rows', { ...ids, stock_id: given, columns: ['stock_id', 'close'] }),
        asText,
      )
    const one = await call(client, 'query_rows', { ...ids, stock_id: '2330' })
    assert.deepEqual(await call(client, 'query_rows', { ...ids, stock_id: 2330 }), one)
    const few = await call(client, 'query_rows', {
      ...{ dataset: 'TaiwanStockPrice', stock_id: '2330', columns: 'trade_date,close' },
      ...{ start_date: '2026-11-01', end_date: '2026-11-13', sort: 'asc' },
    })
    assert.equal(few.data.cursor, null)
    assert.deepEqual(Object.keys(few.data.data[0]), ['trade_date', 'close'])
  })

  test('a part of a call without effect is named', async () => {
    const client = await connect(keys.lite)
    const { data, texts } = await call(client, 'query_rows', { dataset: 'TaiwanStockPrice', stock_id: '2330,8888' })
    assert.deepEqual([data.warnings[0].code, data.warnings[0].values], ['unknown_id', ['8888']])
    assert.match(texts[1]!, /unknown_id \(stock_id 8888\)/)
  })

  test('a tool call counts like its HTTP request, and the catalogue is free', async () => {
    const client = await connect(keys.free)
    const left = async () => (await call(client, 'check_quota')).data.remaining_this_hour
    const before = await left()
    await call(client, 'find_datasets', { query: 'price' })
    await call(client, 'describe_dataset', { dataset: 'TaiwanStockPER' })
    assert.equal(await left(), before)
    await call(client, 'query_rows', { dataset: 'TaiwanStockPER', limit: 1 })
    await call(client, 'list_gaps', { dataset: 'TaiwanStockPER', limit: 1 })
    assert.equal(await left(), before - 2)
    assert.equal((await rest('/v1/key/info', keys.free)).remaining_this_hour, before - 2)
  })

  test('a tier that does not cover the dataset is refused as elsewhere', async () => {
    const client = await connect(keys.free)
    const { isError, data, texts } = await call(client, 'query_rows', { dataset: 'TaiwanStockPrice' })
    assert.equal(isError, true)
    const { detail } = await rest('/v1/data/TaiwanStockPrice', keys.free)
    assert.deepEqual(data, { detail, code: 'tier_required', required_tier: 'lite', current_tier: 'free', status: 403 })
    assert.deepEqual(JSON.parse(texts[0]!), data)
    const result = await call(await connect(keys.lite), 'ask', { question: '台積電收盤價' })
    assert.deepEqual([result.isError, result.data.code, result.data.required_tier], [true, 'tier_required', 'plus'])
  })

  test('an unknown dataset is refused with those of similar names, in the language of the caller', async () => {
    const client = await connect(keys.lite, { 'Accept-Language': 'zh-TW' })
    for (const name of ['query_rows', 'describe_dataset', 'list_gaps']) {
      const { isError, data } = await call(client, name, { dataset: 'TaiwanStockPrise' })
      assert.equal(isError, true)
      assert.deepEqual([data.code, data.status], ['unknown_dataset', 404])
      assert.ok(data.suggestions.includes('TaiwanStockPrice'))
      assert.match(data.detail, /[一-鿿]/)
    }
  })

  test('every fault of the arguments is named at once, and nothing is clamped', async () => {
    const client = await connect(keys.lite)
    const dataset = 'TaiwanStockPrice'
    for (const [name, given, ...expected] of [
      [
        'query_rows',
        { dataset, limit: 1001, start_date: '2026-02-30', stock: '2330' },
        'limit must be a whole number from 1 to 1000',
        'start_date must be a calendar date, YYYY-MM-DD',
        'stock is not known; did you mean stock_id?',
      ],
      ['query_rows', {}, 'dataset is required'],
      ['query_rows', { dataset, stock_id: true }, 'stock_id must be text'],
      ['query_rows', { dataset, stock_id: [['2330']] }, 'stock_id must be text'],
      ['query_rows', { dataset, sort: ['asc'] }, 'sort must be text'],
      ['find_datasets', { query: 'x', limit: 0 }, `limit must be a whole number from 1 to ${catalogue.length}`],
    ] as const) {
      const { isError, data } = await call(client, name, given)
      assert.deepEqual([isError, data.status], [true, 422])
      const faults = data.errors.map(({ param, reason }: Structured) => `${param} ${reason}`)
      assert.equal(faults.length, expected.length)
      for (const fault of expected) assert.ok(faults.includes(fault), faults.join('; '))
    }
    const cursor = await call(client, 'query_rows', { dataset, cursor: 'QUJD' })
    assert.deepEqual([cursor.isError, cursor.data.code], [true, 'invalid_cursor'])
    await assert.rejects(client.callTool({ name: 'query_row' }), /There is no tool query_row; did you mean query_rows/)
  })

  test('without a valid key a call fails and says so', async () => {
    for (const [client, name, code] of [
      [await connect('nonsense'), 'query_rows', 'malformed_key'],
      [await connect(undefined, { 'X-Api-Key': keys.free }), 'query_rows', 'malformed_key'],
      [await connect(), 'check_quota', 'missing_key'],
      [await connect(), 'list_gaps', 'missing_key'],
    ] as const) {
      const given = name === 'check_quota' ? {} : { dataset: 'TaiwanStockPER' }
      assert.equal((await call(client, name, given)).data.code, code)
    }
  })

  test('a question is answered with rows and SQL; a cut result and a declined question say so', async () => {
    const client = await connect(keys.plus)
    const few = await call(client, 'ask', { question: '台積電近三日收盤價' })
    assert.deepEqual([few.isError, few.data.count], [false, 3])
    assert.match(few.data.sql, /TaiwanStockPrice/)
    assert.deepEqual(few.data.columns.at(-1), { name: 'close', label: '收盤價', unit: 'TWD' })
    const cut = await call(client, 'ask', { question: 'Stocks that closed above 10 today', max_rows: 3 })
    assert.deepEqual([cut.data.count, cut.data.truncated], [3, true])
    assert.match(cut.texts[1]!, /cut at 3 rows/)
    const declined = await call(client, 'ask', { question: '明天會漲嗎' })
    assert.deepEqual([declined.isError, declined.data.code, declined.data.status], [true, 'out_of_scope', 422])
  })

  test('SQL is run with its parameters; a cut result and a fault say so', async () => {
    const client = await connect(keys.plus)
    const sql = 'SELECT stock_id, close FROM TaiwanStockPrice WHERE stock_id = ? ORDER BY trade_date DESC'
    const found = await call(client, 'run_sql', { sql, params: ['2330'], max_rows: 2 })
    assert.equal(found.data.count, 2)
    assert.equal(found.data.truncated, true)
    const wrong = await call(client, 'run_sql', { sql: 'SELECT clos FROM TaiwanStockPrice' })
    assert.match(JSON.stringify(wrong), /did you mean close/)
  })

  test('gaps have their reasons, and go on by cursor', async () => {
    const client = await connect(keys.lite)
    const first = await call(client, 'list_gaps', { dataset: 'TaiwanStockPrice', limit: 2 })
    const second = await call(client, 'list_gaps', { dataset: 'TaiwanStockPrice', cursor: first.data.cursor })
    const { data } = await rest('/v1/data/TaiwanStockPrice/gaps?limit=4', keys.lite)
    assert.deepEqual([...first.data.data, ...second.data.data], data)
    const closed = await call(client, 'list_gaps', { dataset: 'TaiwanStockPrice', reason: 'closed' })
    assert.ok(closed.data.data.every(({ reason }: Structured) => reason === 'closed'))
  })

  test('the catalogue and each dataset are resources', async () => {
    const client = await connect()
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['formosa://datasets'],
    )
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['formosa://datasets/{name}'],
    )
    const read = async (uri: string) =>
      JSON.parse(((await client.readResource({ uri })).contents[0] as Structured).text)
    assert.deepEqual(await read('formosa://datasets'), await rest('/v1/data', keys.free))
    const described = await call(client, 'describe_dataset', { dataset: 'GoldPrice' })
    assert.deepEqual(await read('formosa://datasets/GoldPrice'), JSON.parse(described.texts[0]!))
    await assert.rejects(read('formosa://datasets/GoldPrices'), /GoldPrice/)
    await assert.rejects(read('file:///etc/passwd'), /There is no resource/)
    await assert.rejects(read('formosa://datasets/%ff'))
  })

  test('a client that leaves ends its question, and the service goes on', async () => {
    const client = await connect(keys.plus)
    await leaveQuestion(client)
    assert.equal((await call(client, 'ask', { question: '台積電近三日收盤價' })).data.count, 3)
  })
})

describe('the endpoint', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

  test('answers as documented', async () => {
    const held = (response: Response) => contract.checkResponse('POST /mcp', response)
    assert.match(JSON.stringify(await held(await post(list))), /query_rows/)
    await held(await post({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    await held(await post(list, { Accept: 'application/json' }))
    for (const [status, response] of [
      [400, await post('{')],
      [400, await post([list, list])],
      [400, await post({ hello: 'world' })],
      [413, await post({ ...list, params: { padding: 'x'.repeat(70_000) } })],
      [415, await post(list, { 'Content-Type': 'text/plain' })],
      [406, await post(list, { Accept: 'image/png' })],
    ] as const) {
      assert.equal(response.status, status)
      await held(response)
    }
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.url}/mcp`, { method })
      assert.equal(response.status, 405)
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
    }
  })

  test('refuses pages of other sites, also those whose name leads to this machine', async () => {
    const agent = createClient(service.url)
    const { port } = new URL(service.url)
    const statusOf = async (headers: Record<string, string>) =>
      (await agent.send('/mcp', { json: list, headers: { Accept: '*/*', ...headers } })).status
    assert.equal(await statusOf({ Origin: 'https://elsewhere.example' }), 403)
    assert.equal(await statusOf({ Origin: 'null' }), 403)
    const rebound = `rebound.example:${port}`
    assert.equal(await statusOf({ Origin: `http://${rebound}`, Host: rebound }), 403)
    assert.equal(await statusOf({ Origin: service.url }), 200)
    assert.equal(await statusOf({ Origin: 'http://localhost:6274' }), 200)
    agent.close()
  })
})

describe('over standard input and output', () => {
  const program = join(import.meta.dirname, '../cli/main.ts')

  async function start(words: readonly string[], key?: string): Promise<Client> {
    const client = new Client(info)
    const env = { PATH: process.env.PATH!, ...compiled, ...(key === undefined ? {} : { FORMOSA_KEY: key }) }
    const args = [program, 'mcp', ...words]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }))
    await client.listTools()
    opened.push(client)
    return client
  }

  test('the tools are those of the service, with the key of the environment; a call may follow an aborted one, and fails where no service is', async () => {
    const proxy = await startServiceProxy(service.url)
    const client = await start(['--url', proxy.url], keys.plus)
    const rows = await call(client, 'query_rows', { dataset: 'TaiwanStockPrice', stock_id: '2330', limit: 2 })
    const { data } = await rest('/v1/data/TaiwanStockPrice?stock_id=2330&limit=2', keys.lite)
    assert.deepEqual(rows.data.data, data)
    assert.equal((await call(client, 'check_quota')).data.tier, 'plus')
    const unknown = await call(client, 'describe_dataset', { dataset: 'TaiwanStockPrise' })
    assert.deepEqual([unknown.data.code, unknown.data.suggestions[0]], ['unknown_dataset', 'TaiwanStockPrice'])
    const { contents } = await client.readResource({ uri: 'formosa://datasets/GoldPrice' })
    assert.match((contents[0] as Structured).text, /GoldPrice/)
    await leaveQuestion(client)
    assert.equal((await call(client, 'ask', { question: '台積電近三日收盤價' })).data.count, 3)
    await proxy.stop()
    const nobody = await call(client, 'check_quota')
    assert.deepEqual([nobody.isError, nobody.data.status], [true, 503])
    assert.ok(nobody.data.detail.includes(`${proxy.url} cannot be reached`), nobody.data.detail)
  })

  test('without a key the terms of payment come, and texts in Chinese', async () => {
    const keyless = await start(['--url', service.url, '--language', 'zh'])
    const terms = await call(keyless, 'query_rows', { dataset: 'GoldPrice' })
    assert.deepEqual([terms.isError, terms.data.x402Version], [true, 2])
    const open = await call(keyless, 'query_rows', { dataset: 'TaiwanStockPER', stock_id: '2330', limit: 2 })
    assert.deepEqual([open.isError ?? false, open.data.count], [false, 2])
    const wrong = await call(keyless, 'query_rows', { dataset: 'TaiwanStockPER', stock_id: '2330', limit: 0 })
    assert.match(wrong.data.detail, /[一-鿿]/)
  })

  /** A program whose messages are written by hand; the first one is sent and answered. */
  async function startByHand(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const child = spawn(process.execPath, [program, 'mcp', ...words], {
      env: { PATH: process.env.PATH!, ...compiled, ...settings },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const textOf = (id: number, method: string, params: object) =>
      JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info }
    child.stdin.write(`${textOf(1, 'initialize', params)}\n`)
    await once(child.stdout, 'data')
    const calling = (id: number, name: string, given: object) => textOf(id, 'tools/call', { name, arguments: given })
    const question = (id: number) => calling(id, 'ask', { question: '台積電近三日收盤價' })
    return { child, calling, question }
  }

  test('the key may be on the command line, and a signal ends the program at once, also with a call under way', async () => {
    const { child, calling, question } = await startByHand(['--url', `${service.url}/`, '--key', keys.free])
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const callLine = async (line: string): Promise<Structured> => {
      child.stdin.write(`${line}\n`)
      return JSON.parse((await lines.next()).value!).result
    }
    assert.equal((await callLine(calling(2, 'check_quota', {}))).structuredContent.tier, 'free')
    const refused = await callLine(calling(3, 'query_rows', { dataset: 'TaiwanIndex5Seconds' }))
    assert.deepEqual([refused.isError, refused.structuredContent.code], [true, 'tier_required'])
    child.stdin.write(`${question(4)}\n`)
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'close'), [0, null])
  })

  test('after the end of the input the requests are answered, lines that are none refused, cancelled ones left, and it exits', async () => {
    const { child, question } = await startByHand(['--url', service.url], { FORMOSA_KEY: keys.plus })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    const wrong = [
      'not json',
      '[1]',
      '{"jsonrpc":"2.0","id":7}',
      '{"id":8,"method":"tools/list"}',
      `"${'x'.repeat(2 << 20)}"`,
    ]
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 4 } }
    const lines = [...wrong, '', `${question(2)}\r`, question(4), JSON.stringify(cancelled), question(3)]
    // The last line has no line end.
    child.stdin.end(lines.join('\n'))
    assert.deepEqual(await once(child, 'close'), [0, null])
    const messages = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(
      messages.flatMap(({ id, error }) => (error ? [[id, error.code]] : [])),
      [
        [null, -32_700],
        [null, -32_600],
        [7, -32_600],
        [8, -32_600],
        [null, -32_600],
      ],
    )
    const results = messages.filter(({ id, result }) => result && id !== 4)
    assert.deepEqual(results.map(({ id }) => id).sort(), [2, 3])
    for (const { result } of results) assert.equal(result.structuredContent.count, 3)
  })

  test('wrong flags are refused before anything is read', async () => {
    const wrong = await formosaHere(['mcp', '--url', 'ftp://x'])
    assert.equal(wrong.code, 3)
    assert.match(wrong.err, /FORMOSA_URL/)
    assert.match((await formosaHere(['mcp', '--language', 'fr'])).err, /--language must be one of en, zh/)
  })
})
