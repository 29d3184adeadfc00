import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import {
  type Behaviour,
  behaving,
  type FakeModel,
  type Replies,
  startModel,
  tokens,
} from '../../../test/support/models.ts'
import { OperatorError } from '../../errors.ts'
import { ModelError, type ModelFault } from './errors.ts'
import { createModel, type Model, type ModelSettings } from './model.ts'
import { mostRetryAfterSeconds } from './post.ts'
import type { Provider } from './reply.ts'

const key = 'sk-SECRETKEY8841'
const question = 'QUESTION7715 台積電收盤價'
const said: string[] = []
/** Everything the engine may write down or say: neither the key nor the question may be in it. */
const log = { warn: (fields: object, message: string) => said.push(JSON.stringify([fields, message])) }
after(() => assert.ok(said.length > 0 && said.every((line) => !line.includes('SECRETKEY') && !line.includes('7715'))))

const request = { system: 'rules', user: JSON.stringify(question), schema: { type: 'object' }, maxTokens: 500 }
const right: Behaviour = { kind: 'answer', value: { ok: true } }

type Trial = { readonly server: FakeModel; readonly model: Model; readonly ask: () => Promise<unknown> }
async function trial(
  provider: Provider,
  replies: Replies,
  work: (trial: Trial) => Promise<void>,
  more: Partial<ModelSettings> & { now?: () => number } = {},
): Promise<void> {
  const server = await startModel(provider, behaving(replies))
  const settings = { address: server.url, model: 'm', key, timeoutMs: 20_000, cap: { perHour: 1e9 }, atOnce: 4 }
  const model = createModel({ provider, ...settings, ...more }, log, more.now ?? Date.now)
  try {
    await work({
      server,
      model,
      async ask() {
        const { object } = await model.ask(request, { deadline: Date.now() + 60_000 })
        return object === null ? null : JSON.parse(object)
      },
    })
  } finally {
    await server.close()
  }
}

const fails = (work: Promise<unknown>, fault: ModelFault, retryAfter?: (seconds: number | undefined) => boolean) =>
  assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof ModelError, String(error))
    assert.equal(error.fault, fault)
    if (retryAfter) assert.ok(retryAfter(error.retryAfterSeconds), String(error.retryAfterSeconds))
    said.push(error.message, String(error.stack), JSON.stringify(error))
    return true
  })

for (const provider of ['openai', 'anthropic'] as const) {
  test(`${provider}: an answer is read and paid for, and the key goes where it belongs`, () =>
    trial(provider, right, async ({ server, model, ask }) => {
      assert.deepEqual(await ask(), { ok: true })
      assert.equal(model.spent(), tokens.input + tokens.output)
      const [heard] = server.heard
      assert.equal(heard!.path, provider === 'openai' ? '/v1/chat/completions' : '/v1/messages')
      const { authorization, 'x-api-key': own, 'anthropic-version': release } = heard!.headers
      if (provider === 'openai') assert.deepEqual([authorization, own], [`Bearer ${key}`, undefined])
      else assert.deepEqual([authorization, own, release], [undefined, key, '2023-06-01'])
      assert.equal(heard!.body.model, 'm')
      assert.ok(JSON.stringify(heard!.body).includes('QUESTION7715'))
    }))

  test(`${provider}: without a key none is sent`, async () => {
    const server = await startModel(provider, () => right)
    const settings = { provider, address: server.url, model: 'm', timeoutMs: 20_000, cap: { perHour: 1e9 }, atOnce: 1 }
    try {
      await createModel(settings, log, Date.now).ask(request, { deadline: Date.now() + 60_000 })
      assert.deepEqual(
        [server.heard[0]!.headers.authorization, server.heard[0]!.headers['x-api-key']],
        [undefined, undefined],
      )
    } finally {
      await server.close()
    }
  })

  for (const [what, first] of [
    ['too many requests', { kind: 'status', status: 429, headers: { 'Retry-After': '1' } }],
    [
      'too many requests, by a date',
      { kind: 'status', status: 429, headers: { 'Retry-After': new Date().toUTCString() } },
    ],
    ['an error of the server', { kind: 'status', status: 500 }],
    ['a server that is overloaded', { kind: 'status', status: 529 }],
    ['a connection that breaks', { kind: 'cut' }],
    ['an answer that is not JSON', { kind: 'body', text: '<html>bad gateway</html>', type: 'text/html' }],
    ['an answer that is empty', { kind: 'body', text: '' }],
    ['an answer that has no end', { kind: 'huge' }],
  ] as const satisfies readonly (readonly [string, Behaviour])[])
    test(`${provider}: after ${what} it is asked again`, () =>
      trial(provider, [first, right], async ({ server, ask }) => {
        assert.deepEqual(await ask(), { ok: true })
        assert.equal(server.heard.length, 2)
      }))

  for (const [what, always] of [
    ['errors', { kind: 'status', status: 503 }],
    ['broken connections', { kind: 'cut' }],
    ['endless answers', { kind: 'huge' }],
  ] as const satisfies readonly (readonly [string, Behaviour])[])
    test(`${provider}: after three ${what} it is given up, with a time to come back`, () =>
      trial(provider, always, async ({ server, ask }) => {
        await fails(ask(), 'unavailable', (seconds) => seconds !== undefined && seconds >= 1)
        assert.equal(server.heard.length, 3)
      }))

  test(`${provider}: silence ends at the time-out`, () =>
    trial(
      provider,
      () => ({ kind: 'hang' }),
      async ({ ask }) => {
        const from = said.length
        await fails(ask(), 'unavailable')
        // A busy server may not have read a request when its time is up: the log has every try.
        assert.equal(said.slice(from).filter((line) => line.includes('the model failed')).length, 3)
      },
      { timeoutMs: 150 },
    ))

  test(`${provider}: a status that the operator has to mend is not tried again`, () => {
    const statuses = [401, 403, 404, 301, 307, 418]
    return trial(
      provider,
      (_, n) => ({ kind: 'status', status: statuses[n - 1]! }),
      async ({ server, ask }) => {
        for (const [n, status] of statuses.entries()) {
          await fails(ask(), 'misconfigured')
          assert.equal(server.heard.length, n + 1, String(status))
        }
      },
    )
  })

  test(`${provider}: JSON of another form is no answer of the protocol`, () => {
    const bodies = [
      '{}',
      '[]',
      '"text"',
      'null',
      '{"choices":[]}',
      '{"choices":[null]}',
      '{"content":"x"}',
      '{"error":{}}',
    ]
    return trial(
      provider,
      (_, n) => ({ kind: 'body', text: bodies[n - 1]! }),
      async ({ server, ask }) => {
        for (const [n, body] of bodies.entries()) {
          await fails(ask(), 'misconfigured')
          assert.equal(server.heard.length, n + 1, body)
        }
      },
    )
  })
}

test('a redirect takes the key nowhere', async () => {
  const reached: string[] = []
  const other = createServer((incoming, response) => {
    reached.push(JSON.stringify(incoming.headers))
    response.end('{}')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions`
  try {
    await trial('openai', { kind: 'status', status: 307, headers: { Location: location } }, async ({ ask }) =>
      fails(ask(), 'misconfigured'),
    )
    assert.deepEqual(reached, [])
  } finally {
    other.close()
  }
})

test('a wait longer than the question has time for is told at once', () =>
  trial('openai', { kind: 'status', status: 429, headers: { 'Retry-After': '120' } }, async ({ server, ask }) => {
    await fails(ask(), 'unavailable', (seconds) => seconds === 120)
    assert.equal(server.heard.length, 1)
  }))

test('a server that does not know a part of the request is asked in another form, and so from then on', () =>
  trial(
    'openai',
    ({ body }) =>
      body.response_format?.type === 'json_schema' || 'max_completion_tokens' in body
        ? { kind: 'status', status: 400 }
        : right,
    async ({ server, model, ask }) => {
      assert.deepEqual(await ask(), { ok: true })
      const tried = server.heard.length
      assert.ok(tried > 1)
      assert.equal(server.heard.at(-1)!.body.max_tokens, 500)
      assert.deepEqual(await ask(), { ok: true })
      assert.equal(server.heard.length, tried + 1)
      // Requests that were refused cost nothing.
      assert.equal(model.spent(), 2 * (tokens.input + tokens.output))
    },
  ))

test('a request that no form of is taken is the operator’s to mend, and the next one begins anew', () =>
  trial(
    'anthropic',
    (_, n) => (n <= 2 ? { kind: 'status', status: 400 } : right),
    async ({ server, ask }) => {
      await fails(ask(), 'misconfigured')
      assert.deepEqual(await ask(), { ok: true })
      assert.ok('tools' in server.heard[2]!.body)
    },
  ))

test('the cap of an hour is a refusal of its own, before anything is sent', async () => {
  let now = 1_000_000_000
  await trial(
    'openai',
    () => right,
    async ({ server, model, ask }) => {
      while (model.spent() < 3_000) await ask()
      const sent = server.heard.length
      await fails(ask(), 'budget', (seconds) => seconds !== undefined && seconds > 3_000)
      assert.equal(server.heard.length, sent)
      now += 3_600_000
      assert.deepEqual(await ask(), { ok: true })
    },
    { cap: { perHour: 4_000 }, now: () => now },
  )
})

test('what may have been worked on is paid for in full, what was refused is not', () =>
  trial(
    'openai',
    (_, n) => (n === 1 ? { kind: 'status', status: 500 } : n === 2 ? { kind: 'cut' } : right),
    async ({ model, ask }) => {
      await ask()
      // The broken one counts as the most it could have cost: its own words and every token it was allowed.
      assert.ok(model.spent() > tokens.input + tokens.output + 500)
    },
  ))

test('a server that does not count is charged for the most it can have used', () =>
  trial(
    'openai',
    { kind: 'body', text: '{"choices":[{"message":{"content":"{\\"ok\\":true}"},"finish_reason":"stop"}]}' },
    async ({ model, ask }) => {
      assert.deepEqual(await ask(), { ok: true })
      assert.ok(model.spent() > 500)
    },
  ))

for (const provider of ['openai', 'anthropic'] as const)
  test(`${provider}: tokens that cannot be what was used are not believed: the most is charged`, async () => {
    const names = provider === 'openai' ? ['prompt_tokens', 'completion_tokens'] : ['input_tokens', 'output_tokens']
    const unbelievable = [
      [0, 0],
      [1_000, 0],
      [-1_000_000, 200],
      [1_000, -1],
      [1.5, 200],
      [1e15, 200],
      [1_000, 2_000_000],
      ['1000', '200'],
      [null, 200],
      [Number.MAX_VALUE, 1],
    ]
    const told = unbelievable.map(([input, output]) => ({ [names[0]!]: input, [names[1]!]: output }))
    const cached = [
      [50, 1_250],
      [null, 1_200],
    ] as const
    for (const [cache] of provider === 'anthropic' ? cached : [])
      told.push({ input_tokens: 1_000, output_tokens: 200, cache_read_input_tokens: cache })
    await trial(
      provider,
      (_, n) => ({ ...right, usage: told[n - 1]! }) as Behaviour,
      async ({ model, ask }) => {
        const spentBy = async () => {
          const before = model.spent()
          assert.deepEqual(await ask(), { ok: true })
          return model.spent() - before
        }
        for (const [input, output] of unbelievable) {
          const spent = await spentBy()
          // What the request may have cost at most: its own words, and the 500 tokens it allows.
          assert.ok(spent > 500 && spent < 5_000, `${input} ${output}: ${spent}`)
          assert.ok(Number.isInteger(spent))
        }
        if (provider === 'anthropic') for (const [, spent] of cached) assert.equal(await spentBy(), spent)
      },
    )
  })

for (const said of ['999999999', '9'.repeat(400), new Date(Date.now() + 1e12).toUTCString()])
  test(`a wait of ${said.slice(0, 30)} is believed for five minutes at most`, () =>
    trial('openai', { kind: 'status', status: 429, headers: { 'Retry-After': said } }, async ({ ask }) =>
      fails(ask(), 'unavailable', (seconds) => seconds === mostRetryAfterSeconds),
    ))

for (const said of ['-5', '', 'soon', '0', 'Thu, 01 Jan 1970 00:00:00 GMT'])
  test(`a wait of "${said}" is one of our own`, () =>
    trial(
      'openai',
      [{ kind: 'status', status: 429, headers: { 'Retry-After': said } }, right],
      async ({ server, ask }) => {
        assert.deepEqual(await ask(), { ok: true })
        assert.equal(server.heard.length, 2)
      },
    ))

test('no more questions are with the model than may be', () =>
  trial(
    'openai',
    () => ({ kind: 'hang' }),
    async ({ model }) => {
      const stop = new AbortController()
      const until = { deadline: Date.now() + 60_000, signal: stop.signal }
      const asked = [model.ask(request, until), model.ask(request, until)]
      await fails(model.ask(request, until), 'busy', (seconds) => seconds === 5)
      stop.abort()
      for (const one of asked) await fails(one, 'aborted')
    },
    { atOnce: 2 },
  ))

test('an address with or without its path leads to the same endpoint', () =>
  trial('openai', right, async ({ server }) => {
    for (const path of ['', '/', '/v1', '/v1/', '/proxy/v1beta', '/v1/chat/completions', '/deep']) {
      const settings = { address: server.url + path, model: 'm', timeoutMs: 20_000, cap: { perHour: 1e9 }, atOnce: 1 }
      const model = createModel({ provider: 'openai', ...settings }, log, Date.now)
      await model.ask(request, { deadline: Date.now() + 60_000 })
    }
    assert.deepEqual(
      server.heard.map(({ path }) => path),
      [
        ...Array.from({ length: 4 }, () => '/v1/chat/completions'),
        '/proxy/v1beta/chat/completions',
        '/v1/chat/completions',
        '/deep/v1/chat/completions',
      ],
    )
  }))

test('an address that cannot be one is told to the operator, without repeating it', () => {
  const settings = { provider: 'openai', model: 'm', timeoutMs: 1, cap: { perHour: 1 }, atOnce: 1 } as const
  for (const address of ['nonsense-SECRETKEY', 'ftp://SECRETKEY/', 'http://user:SECRETKEY@127.0.0.1/'])
    assert.throws(
      () => createModel({ ...settings, address }, log, Date.now),
      (error: Error) => error instanceof OperatorError && !error.message.includes('SECRETKEY'),
    )
})
