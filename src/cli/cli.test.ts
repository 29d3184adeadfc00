import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ConnectionError } from '../../sdk/index.ts'
import { builtAt, builtThrough, copyOfBrief, copyOfFixture } from '../../test/support/fixture.ts'
import { formosaHere, refused } from '../../test/support/inProcess.ts'
import { formosa } from '../../test/support/run.ts'
import { catalogue } from '../catalogue/index.ts'
import { exitCodes } from '../errors.ts'
import { createRetryNotice } from './remote.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-cli-'))
after(() => rmSync(root, { recursive: true, force: true }))
const home = await copyOfFixture(join(root, 'home'))
const at = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }
const empty = { FORMOSA_HOME: join(root, 'empty') }

type Cause = keyof typeof exitCodes
const refuses = (
  words: readonly string[],
  settings: Record<string, string>,
  sentence: RegExp,
  cause: Cause = 'usage',
) => refused(words, settings, exitCodes[cause].code, sentence)

for (const [name, value, sentence] of [
  ['PORT', '80a', /PORT must be a whole number from 0 to 65535/],
  ['PORT', '70000', /PORT must be a whole number from 0 to 65535/],
  ['FORMOSA_ORIGIN', 'real', /FORMOSA_ORIGIN must be one of demo, live/],
  ['FORMOSA_MEMORY', 'much', /FORMOSA_MEMORY must be an amount of memory/],
  ['FORMOSA_NOW', 'yesterday', /FORMOSA_NOW must be an instant/],
  ['FORMOSA_SEED', '-1', /FORMOSA_SEED must be a whole number/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of/],
  ['SECURITY_CONTACT', 'call me', /SECURITY_CONTACT must be an e-mail address, or begin with https/],
  ['WORKERS', '0', /WORKERS must be a whole number from 1 to 64/],
  ['FORMOSA_SECRET', 'short', /FORMOSA_SECRET must have at least 32 characters/],
] as const)
  test(`the setting ${name}=${value} stops the start with one sentence`, () =>
    refuses(['serve'], { ...empty, [name]: value }, sentence, 'setting'))

test('mail and Stripe need PUBLIC_URL where the service listens on every address', async () => {
  const every = { ...empty, HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:1' }
  await refuses(['serve'], every, /PUBLIC_URL is required with SMTP_URL where HOST is 0\.0\.0\.0/, 'setting')
  const named = { ...every, PUBLIC_URL: 'https://data.example.com', FORMOSA_HOME: `${empty.FORMOSA_HOME}-mail` }
  const { code } = await formosaHere(['user', 'add', 'a@example.com'], named)
  assert.equal(code, 0)
})

test('all bad settings are named at once, and a flag wins over the environment', async () => {
  await refuses(
    ['serve', '--port', 'x'],
    { ...empty, PORT: '8080', LOG_LEVEL: 'loud' },
    /LOG_LEVEL .*; PORT /,
    'setting',
  )
})

for (const [words, sentence, cause] of [
  [['sing'], /There is no command "sing"/],
  [['servee'], /There is no command "servee"; did you mean "serve"\?/],
  [['market', 'biuld'], /no command "market biuld"; did you mean "market build"\? "formosa help market" lists/],
  [['help', 'usr'], /There is no command "usr"/],
  [['--bogus'], /Give a command/],
  [['user', '--tier', 'plus'], /There is no command "user"/],
  [['sql'], /"formosa sql" needs STATEMENT, as in: formosa sql "select /],
  [['sql', 'select', '1'], /takes STATEMENT alone, but got "1" as well/],
  [['sql', 'select 1', '--formt', 'csv'], /"formosa sql" has no flag --formt; did you mean --format\?/],
  [['sql', 'select 1', '-f'], /"formosa sql" has no flag -f;/],
  [['sql', 'select 1', '--format'], /--format needs a value/],
  [['sql', 'select 1', '--format', '--home'], /--format needs a value/],
  [['sql', 'select 1', '--format', 'csv', '--format', 'json'], /--format is given twice/],
  [
    ['get', 'GoldPrice', '--from', '2026-01-01', '--start-date=2026-01-01'],
    /--from is given twice; --start-date is another name/,
  ],
  [['get', 'GoldPrice', '--stock-ids', 'x'], /has no flag --stock-ids; did you mean --stock-id/],
  [['datasets', '--json=yes'], /--json takes no value/],
  [['user', 'list', '--port', '80'], /--port does not belong to "formosa user list"/],
  [['verify', '--days', '3'], /--days does not belong to "formosa verify"/],
  [['datasets', 'now'], /takes no further words/],
  [['refresh', '--days', '0'], /--days must be a whole number/],
  [['market', 'build', '--years', '5'], /--years and --copies are for a market of the full size/],
  [['market', 'build', '--full', '--years', '21'], /--years must be a whole number from 1 to 20/],
  [['market', 'build', '--full', '--again'], /--again builds what there is/],
  [['market', 'build', '--only', 'Nothing'], /there is no dataset named Nothing/, 'missing'],
  [['market', 'build', '--through', '2026-02-30'], /--through must be a date/],
  [['market', 'build', '--through', '2026-11-15'], /closed on 2026-11-15/],
  [['market', 'status'], /The lake is empty/, 'missing'],
  [['refresh'], /The lake is empty/, 'missing'],
  [['verify'], /The lake is empty/, 'missing'],
] as readonly (readonly [readonly string[], RegExp, Cause?])[])
  test(`"formosa ${words.join(' ')}" is refused with one sentence`, () => refuses(words, empty, sentence, cause))

test('nothing simulated is written to the origin live', async () => {
  await refuses(['market', 'build'], { ...empty, FORMOSA_ORIGIN: 'live' }, /fills the origin demo only/, 'setting')
})

test('market status, datasets and sql read the lake', async () => {
  const status = await formosaHere(['market', 'status'], at)
  assert.match(status.out, new RegExp(`through +${builtThrough}`))
  const { out } = await formosaHere(['datasets', '--json'], at)
  const listed = JSON.parse(out) as { name: string; rows: number }[]
  assert.deepEqual(
    listed.map(({ name }) => name),
    catalogue.map(({ name }) => name),
  )
  assert.ok(listed.every(({ rows }) => rows > 0))
  const select = "select stock_id, stock_name from taiwan_stock_overview where stock_id in ('2330', '2317') order by 1"
  assert.equal(
    (await formosa(['sql', select, '--format', 'csv'], at)).out,
    'stock_id,stock_name\r\n2317,鴻海\r\n2330,台積電\r\n',
  )
  assert.deepEqual(JSON.parse((await formosaHere(['sql', select, '--format', 'json'], at)).out), [
    { stock_id: '2317', stock_name: '鴻海' },
    { stock_id: '2330', stock_name: '台積電' },
  ])
  await refuses(['sql', 'drop view TaiwanStockPrice'], at, /Only SELECT may be run here/)
  assert.match((await formosaHere(['sql', 'select nothing from nowhere'], at)).err, /nowhere does not exist/)
})

test('a refresh publishes the day that became due, and then nothing is due', async () => {
  const clock = join(root, 'clock')
  writeFileSync(clock, '2026-11-16T17:59:00+08:00')
  const settings = { FORMOSA_HOME: await copyOfBrief(join(root, 'brief')), FORMOSA_CLOCK_FILE: clock }
  assert.match(
    (await formosaHere(['refresh'], settings)).err,
    /Nothing is due: the lake is complete through 2026-11-13/,
  )
  writeFileSync(clock, '2026-11-16T18:00:00+08:00')
  assert.equal((await formosaHere(['refresh'], settings)).code, 0)
  assert.match((await formosaHere(['market', 'status'], settings)).out, /through +2026-11-16/)
  assert.match((await formosaHere(['refresh'], settings)).err, /Nothing is due/)
  const { out } = await formosaHere(['verify'], settings)
  assert.match(out, /is whole: 6 datasets through 2026-11-16, pages alike\./)
})

test('a service that is down is told once, not for every attempt', () => {
  const told: string[] = []
  const onRetry = createRetryNotice((sentence) => void told.push(sentence))
  const context = { method: 'GET', url: 'http://127.0.0.1:1/v1/data', requestId: null }
  for (let attempt = 1; attempt <= 5; attempt++) {
    const error = new ConnectionError(`nothing listens, attempt ${attempt}`, { ...context, attempts: attempt })
    onRetry({ attempt, delayMs: 500 * 2 ** attempt, error })
  }
  assert.deepEqual(told, ['nothing listens, attempt 1 Next attempt in 1 s, and later ones if it fails.'])
  onRetry({ attempt: 1, delayMs: 500, error: new ConnectionError('broken', { ...context, attempts: 1 }) })
  assert.equal(told.length, 2)
})
