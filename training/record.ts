import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createModelEngine, promptOf } from '../src/ask/llm/engine.ts'
import { createModel, type Model } from '../src/ask/llm/model.ts'
import { openNearest } from '../src/ask/llm/nearest.ts'
import { openMarket } from './open.ts'

/**
 * Asks a language model the recorded questions by today's prompt and writes its answers, so that the test that replays
 * them judges this prompt: every exchange of a question in its order, repairs included.
 */
const { values } = parseArgs({
  options: {
    home: { type: 'string', default: 'data' },
    file: { type: 'string', default: join(import.meta.dirname, '../src/ask/llm/recorded.jsonl') },
    url: { type: 'string' },
    model: { type: 'string' },
    key: { type: 'string' },
    provider: { type: 'string', default: 'openai' },
    timeout: { type: 'string', default: '300' },
  },
})
if (!values.url || !values.model) throw new Error('Name the address and the name of the model: --url and --model.')
const { facts } = await openMarket(values.home)
const nearest = openNearest()
const timeoutMs = Number(values.timeout) * 1_000
const model = createModel(
  {
    provider: values.provider === 'anthropic' ? 'anthropic' : 'openai',
    address: values.url,
    model: values.model,
    ...(values.key ? { key: values.key } : {}),
    timeoutMs,
    cap: { perHour: Number.POSITIVE_INFINITY },
    atOnce: 1,
  },
  { warn: (fields, message) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`) },
  Date.now,
)
let said: unknown[] = []
const heard: Model = {
  ...model,
  async ask(request, until) {
    const reply = await model.ask(request, until)
    said.push(reply.object === null ? reply.said : JSON.parse(reply.object))
    return reply
  },
}
const engine = createModelEngine(heard, timeoutMs * 3, nearest)
const lines: string[] = []
for (const line of readFileSync(values.file, 'utf8').trimEnd().split('\n')) {
  const { prompt: _, answers: _before, ...question } = JSON.parse(line)
  said = []
  const fault = await engine.translate(question.question, { facts }).then(
    () => '',
    (error: Error) => error.message,
  )
  const { system, user } = promptOf(question.question, facts, nearest)
  const prompt = createHash('sha256').update(`${system}\n${user}`).digest('hex').slice(0, 16)
  lines.push(JSON.stringify({ ...question, prompt, answers: said }))
  process.stdout.write(`${question.id} ${said.length} ${fault}\n`)
}
writeFileSync(values.file, `${lines.join('\n')}\n`)
process.exit(0)
