import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { tableFromIPC } from '@uwdata/flechette'
import { tableFromIPC as arrow, RecordBatchReader } from 'apache-arrow'
import { fillDisk, mountSmall, unmount } from '../../../test/support/disk.ts'
import { builtAt, copyOfFew } from '../../../test/support/fixture.ts'
import { formosaHere, refused } from '../../../test/support/inProcess.ts'
import { killCommands } from '../../../test/support/killCommands.ts'
import { cleanEnv } from '../../../test/support/run.ts'
import { keyOf, type Service, startService } from '../../../test/support/service.ts'
import { startServiceProxy } from '../../../test/support/serviceProxy.ts'
import { until } from '../../../test/support/until.ts'
import { catalogue, find } from '../../catalogue/index.ts'
import { exitCodes } from '../../errors.ts'
import { openEngine } from '../../lake/engine.ts'
import { commands } from '../commands/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-get-'))
let service: Service
let key: string
let settings: Record<string, string>
let proxy: Awaited<ReturnType<typeof startServiceProxy>>

before(async () => {
  const home = await copyOfFew(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt })
  key = await keyOf(home, 'plus')
  proxy = await startServiceProxy(service.url)
  settings = { FORMOSA_URL: service.url, FORMOSA_KEY: key, FORMOSA_HOME: join(folder, 'empty') }
})

after(async () => {
  await proxy?.stop()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const words = ['get', 'TaiwanStockPrice', '--stock', '2330,2317', '--from', '2026-06-01'] as const

type Price = { stock_id: string; trade_date: string; close: string | null; volume: number | null }

async function rows(): Promise<Price[]> {
  const path = '/v1/data/TaiwanStockPrice?stock_id=2330,2317&start_date=2026-06-01&limit=10000'
  const response = await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })
  return ((await response.json()) as { data: Price[] }).data
}

test('get filters rows by columns, by any date column and to the newest of each id', async () => {
  const read = async (...words: readonly string[]) => {
    const { code, out, err } = await formosaHere(['get', ...words, '--format', 'ndjson'], settings)
    assert.equal(code, 0, err)
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const newest = await read('TaiwanStockPrice', '--stock', '2330,2317', '--latest')
  assert.deepEqual(
    newest.map(({ stock_id }) => stock_id),
    ['2317', '2330'],
  )
  const listed = await read('TaiwanStockOverview', '--where', 'market=TPEX&security_type=stock,etf')
  assert.ok(listed.length > 0 && listed.every(({ market }) => market === 'TPEX'))
  const day = listed.find(({ listing_date }) => listing_date !== null).listing_date
  const since = await read('TaiwanStockOverview', '--date', 'listing_date', '--from', day, '--to', day)
  assert.ok(since.every(({ listing_date }) => listing_date === day))
  assert.match(
    (await formosaHere(['get', 'TaiwanStockOverview', '--where', 'market=TPEX&market=TWSE'], settings)).err,
    /more than once/,
  )
})

test('get writes rows as CSV, JSON and NDJSON, to standard output and into files, whatever the size of pages', async () => {
  const expected = await rows()
  const csv = await formosaHere([...words, '--page-rows', '50'], settings)
  assert.deepEqual([csv.code, csv.err], [0, ''])
  const [head, ...lines] = csv.out.trimEnd().split('\r\n')
  assert.equal(head, Object.keys(expected[0]!).join(','))
  assert.deepEqual(
    lines,
    expected.map((row) =>
      Object.values(row)
        .map((value) => value ?? '')
        .join(','),
    ),
  )
  for (const [name, read] of [
    ['a.json', (text: string) => JSON.parse(text)],
    [
      'a.ndjson',
      (text: string) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
    ],
  ] as const) {
    const out = join(folder, name)
    const first = await formosaHere([...words, '--out', out], settings)
    assert.deepEqual([first.code, first.out], [0, ''])
    assert.equal(first.err.replace(/in \d+\.\d s/, 'in T s'), `Wrote ${expected.length} rows to ${out} in T s.\n`)
    const again = await formosaHere([...words, '--out', out], settings)
    assert.match(again.err, /^Wrote \d+ rows to .* s, in place of the file that was there\.\n$/)
    assert.deepEqual(read(readFileSync(out, 'utf8')), expected)
    const small = await formosaHere([...words, '--page-rows', '7', '--format', name.split('.')[1]!], settings)
    assert.equal(small.out, readFileSync(out, 'utf8'))
    assert.ok(!existsSync(`${out}.part`) && !existsSync(`${out}.part.json`))
  }
  const some = await formosaHere(
    [...words, '--columns', 'close,trade_date', '--max-rows', '2', '--sort', 'asc'],
    settings,
  )
  assert.equal(some.out.split('\r\n')[0], 'trade_date,close')
  assert.equal(some.out.trimEnd().split('\r\n').length, 3)
  const ofApi = ['--stock-id', '2330', '--start-date', '2026-06-01', '--end-date', '2026-06-10', '--limit', '3']
  const byApi = await formosaHere(['get', 'TaiwanStockPrice', ...ofApi], settings)
  assert.equal(byApi.out.trimEnd().split('\r\n').length, 4)
  const none = ['get', 'TaiwanStockPrice', '--stock', '2330', '--from', '1990-01-01', '--to', '1990-01-02']
  assert.equal((await formosaHere(none, settings)).out, `${head}\r\n`)
  assert.equal((await formosaHere([...none, '--format', 'json'], settings)).out, '[]\n')
  const plan = await formosaHere([...words, '--page-rows', '100', '--dry-run'], settings)
  const { calls, rows: count } = JSON.parse(plan.out)
  assert.deepEqual([count, calls], [expected.length, Math.ceil(expected.length / 100)])
})

test('CSV of get has the bytes of the service: unknown values, empty texts, quotes and line ends', async () => {
  const csvOf = async (path: string) =>
    (await fetch(`${service.url}${path}&format=csv`, { headers: { Authorization: `Bearer ${key}` } })).text()
  for (const { name } of catalogue) {
    const { out, err } = await formosaHere(['get', name, '--max-rows', '60', '--page-rows', '25'], settings)
    assert.equal(out, await csvOf(`/v1/data/${name}?limit=60`), `${name} ${err}`)
  }
  const alone = ['get', 'TaiwanStockPER', '--columns', 'pe_ratio', '--max-rows', '200']
  const unknown = await csvOf('/v1/data/TaiwanStockPER?columns=pe_ratio&limit=200')
  assert.match(unknown, /^""\r$/m)
  assert.equal((await formosaHere(alone, settings)).out, unknown)
  const data = [
    { stock_id: '', note: null, text: 'a "b", c' },
    { stock_id: '1', note: '', text: 'two\nlines' },
  ]
  const body = JSON.stringify({ dataset: 'GoldPrice', tier_used: 'free', count: 2, data, cursor: null })
  proxy.setFaults(() => ({ kind: 'answer', status: 200, body }))
  const made = await formosaHere(['get', 'GoldPrice'], { ...settings, FORMOSA_URL: proxy.url })
  assert.equal(made.out, 'stock_id,note,text\r\n"",,"a ""b"", c"\r\n1,"","two\nlines"\r\n')
})

/** Runs a download that is refused after so many requests: it leaves what one that was killed leaves. */
async function stopAt(out: string, requests: number): Promise<void> {
  const body = JSON.stringify({ detail: 'No more of it.', code: 'tier_required' })
  proxy.setFaults((n) => (n < requests ? undefined : { kind: 'answer', status: 403, body }))
  const line = [...words, '--out', out, '--page-rows', '40']
  const { code } = await formosaHere(line, { ...settings, FORMOSA_URL: proxy.url })
  assert.equal(code, exitCodes.refused.code)
  assert.ok(existsSync(`${out}.part.json`))
  proxy.setFaults(() => undefined)
}

/** The requests before a kill, by format: what differs is where the file begins and ends. */
const killsOf: Readonly<Record<string, readonly number[]>> = process.env.TORTURE
  ? { csv: [0, 1, 2, 4], json: [0, 1, 2, 4], ndjson: [0, 1, 2, 4], parquet: [0, 1, 2, 4], arrow: [0, 1, 2, 4] }
  : { csv: [0, 4], json: [1], ndjson: [2], parquet: [3], arrow: [3] }

test('a download in any format, killed at any page, is completed to the same bytes by the next run', async () => {
  const pages = Math.ceil((await rows()).length / 40)
  const downloads = Object.entries(killsOf).flatMap(([format, kills]) =>
    kills.map((requests) => {
      const out = join(folder, `killed-${requests}.${format}`)
      return { format, requests, out, words: [...words, '--out', out, '--page-rows', '40'] }
    }),
  )
  const { FORMOSA_URL: _, ...own } = settings
  const proxies = await killCommands(downloads, service.url, own)
  for (const [i, { format, requests, out, words: line }] of downloads.entries()) {
    const whole = join(folder, `whole.${format}`)
    assert.equal((await formosaHere([...words, '--out', whole], settings)).code, 0)
    assert.ok(!existsSync(out))
    const { code, err } = await formosaHere([...line, '--url', proxies[i]!.url], own)
    assert.equal(code, 0, err)
    assert.deepEqual(readFileSync(out), readFileSync(whole))
    assert.ok(!existsSync(`${out}.part`) && !existsSync(`${out}.part.json`))
    const requestCount = proxies[i]!.requests().length
    if (requests > 2) assert.ok(requestCount < pages, `${requestCount} of ${pages}`)
    await proxies[i]!.stop()
  }
})

test('a download that is interrupted says what is kept and how to go on', async () => {
  const out = join(folder, 'interrupted.csv')
  const line = [...words, '--out', out, '--page-rows', '40']
  const at = { ...settings, FORMOSA_URL: proxy.url }
  const interrupt = async (requests: number, more: readonly string[]) => {
    let child: ReturnType<typeof spawn> | undefined
    proxy.setFaults(async (n) => {
      if (n < requests) return undefined
      // The page before is being written; the next one never comes.
      const isKept = () =>
        existsSync(`${out}.part.json`) && JSON.parse(readFileSync(`${out}.part.json`, 'utf8')).rows === requests * 40
      await until('the page is kept', () => requests === 0 || isKept())
      child!.kill('SIGINT')
      return { kind: 'delay', ms: 3_600_000 }
    })
    child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), ...line, ...more], { env: cleanEnv(at) })
    let err = ''
    child.stderr!.on('data', (chunk) => {
      err += chunk
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    return [code, err]
  }
  const { code } = exitCodes.interrupted
  assert.deepEqual(await interrupt(0, []), [code, 'Stopped after 0 rows; the same command starts over.\n'])
  assert.deepEqual(await interrupt(1, ['--anew']), [
    code,
    'Stopped after 40 rows; the same command without --anew goes on from there.\n',
  ])
  rmSync(`${out}.part.json`)
  assert.deepEqual(await interrupt(2, []), [code, 'Stopped after 80 rows; the same command goes on from there.\n'])
  proxy.setFaults(() => undefined)
  const { err } = await formosaHere(line, at)
  assert.match(err, /^Going on after 80 rows of version .*\nWrote \d+ rows to /)
  assert.equal(readFileSync(out, 'utf8'), (await formosaHere([...words], settings)).out)
})

test('a Parquet file has the rows and the types of the dataset', async () => {
  const line = (name: string) => ['get', name, '--out', join(folder, `${name}.parquet`)]
  const engine = await openEngine({ memory: '1GB', scratch: join(folder, 'spill') })
  after(() => engine.close())
  const read = async (sql: string) => (await engine.connection.runAndReadAll(sql)).getRowObjectsJson()
  const lake = join(service.home, 'demo/lake/current')
  for (const name of ['TaiwanStockPER', 'TaiwanStockOverview']) {
    const { code, err } = await formosaHere([...line(name), '--from', '2026-10-01', '--include-inactive'], settings)
    assert.equal(code, 0, err)
    const { date } = find(name)!
    const theirs = `SELECT * FROM read_parquet('${lake}/${name}/*.parquet') WHERE ${date} >= DATE '2026-10-01'`
    const ours = `SELECT * FROM read_parquet('${join(folder, `${name}.parquet`)}')`
    const differences = `SELECT count(*) AS n FROM ((${theirs} EXCEPT ${ours}) UNION ALL (${ours} EXCEPT ${theirs}))`
    assert.deepEqual(await read(differences), [{ n: '0' }])
    assert.notDeepEqual(await read(`SELECT count(*) AS n FROM (${ours})`), [{ n: '0' }])
    const typesOf = (sql: string) => read(`SELECT column_name, column_type FROM (DESCRIBE ${sql})`)
    assert.deepEqual(await typesOf(ours), await typesOf(theirs))
  }
  const none = [...line('TaiwanStockPrice'), '--stock', '2330', '--from', '1990-01-01', '--to', '1990-01-02']
  assert.equal((await formosaHere(none, settings)).code, 0)
  const empty = `SELECT count(*) AS n FROM read_parquet('${join(folder, 'TaiwanStockPrice.parquet')}')`
  assert.deepEqual(await read(empty), [{ n: '0' }])
})

test('Arrow has the rows and the types of the service, as a file and as a stream', async () => {
  // As the service's own stream is read.
  const read = (bytes: Uint8Array) => {
    const table = tableFromIPC(bytes, { useBigInt: true, useDecimalInt: true })
    return { fields: table.schema.fields, rows: table.toArray().map((row) => ({ ...row })) }
  }
  const query = 'include_inactive=true&limit=10000'
  for (const name of ['TaiwanStockPER', 'TaiwanStockOverview']) {
    const response = await fetch(`${service.url}/v1/data/${name}?${query}&start_date=2026-10-01&format=arrow`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const theirs = read(new Uint8Array(await response.arrayBuffer()))
    assert.ok(theirs.rows.length > 100 && theirs.rows.length < 10_000)
    for (const ending of ['arrow', 'arrows']) {
      const out = join(folder, `${name}.${ending}`)
      const line = ['get', name, '--from', '2026-10-01', '--include-inactive', '--out', out]
      const { code, err } = await formosaHere([...line, '--page-rows', '300'], settings)
      assert.equal(code, 0, err)
      const bytes = readFileSync(out)
      assert.equal(bytes.toString('latin1', 0, 6) === 'ARROW1', ending === 'arrow')
      assert.deepEqual(read(bytes), theirs)
    }
  }
  // More rows than one batch takes; the library of Apache reads both too, the file by its footer.
  const many = join(folder, 'many.arrow')
  const line = ['get', 'TaiwanStockPrice', '--max-rows', '20500', '--columns', 'stock_id,trade_date,close', '--out']
  for (const out of [many, `${many}s`]) assert.equal((await formosaHere([...line, out], settings)).code, 0)
  assert.deepEqual(read(readFileSync(many)), read(readFileSync(`${many}s`)))
  const reader = RecordBatchReader.from(readFileSync(many)).open()
  assert.ok(reader.isFile() && reader.isSync())
  assert.equal(reader.numRecordBatches, 3)
  assert.equal(reader.readRecordBatch(2)!.numRows, 500)
  assert.equal(arrow(readFileSync(`${many}s`)).numRows, 20_500)
  const empty = join(folder, 'empty.arrow')
  const none = [...line.slice(0, 2), '--stock', '2330', '--from', '1990-01-01', '--to', '1990-01-02']
  assert.equal((await formosaHere([...none, ...line.slice(4), empty], settings)).code, 0)
  assert.deepEqual(read(readFileSync(empty)), { rows: [], fields: read(readFileSync(many)).fields })
})

test('a partial file with a torn end, and a run stopped between renaming and tidying, are completed', async () => {
  const whole = (await formosaHere([...words], settings)).out
  const out = join(folder, 'torn.csv')
  await stopAt(out, 3)
  const part = readFileSync(`${out}.part`, 'utf8')
  const place = readFileSync(`${out}.part.json`, 'utf8')
  assert.ok(JSON.parse(place).rows > 0)
  writeFileSync(`${out}.part`, `${part}2330,2026-0`)
  const at = { ...settings, FORMOSA_URL: proxy.url }
  assert.equal((await formosaHere([...words, '--out', out], at)).code, 0)
  assert.equal(readFileSync(out, 'utf8'), whole)
  // Renamed, and its place still there.
  writeFileSync(
    `${out}.part.json`,
    JSON.stringify({ ...JSON.parse(place), cursor: null, bytes: Buffer.byteLength(whole) }),
  )
  assert.equal((await formosaHere([...words, '--out', out], at)).code, 0)
  assert.equal(readFileSync(out, 'utf8'), whole)
  assert.ok(!existsSync(`${out}.part.json`))
})

test('a partial file is not continued by another query; --anew starts over', async () => {
  const out = join(folder, 'other.csv')
  await stopAt(out, 2)
  const at = { ...settings, FORMOSA_URL: proxy.url }
  const refused = await formosaHere([...words, '--to', '2026-07-01', '--out', out], at)
  assert.equal(refused.code, exitCodes.refused.code)
  assert.match(refused.err, /other\.csv\.part belongs to another download/)
  assert.equal((await formosaHere([...words, '--to', '2026-07-01', '--out', out, '--anew'], at)).code, 0)
  // Release 0.9.0 wrote other line ends.
  await stopAt(out, 2)
  const { query, ...place } = JSON.parse(readFileSync(`${out}.part.json`, 'utf8'))
  writeFileSync(`${out}.part.json`, JSON.stringify({ query: { ...query, lines: undefined }, ...place }))
  const older = await formosaHere([...words, '--out', out], at)
  assert.deepEqual([older.code, /or to an older release/.test(older.err)], [exitCodes.refused.code, true])
})

test('a partial file whose version is gone is started over, and the command says so', async () => {
  const out = join(folder, 'gone.csv')
  await stopAt(out, 2)
  const body = JSON.stringify({ detail: 'The data version of this cursor was removed.', code: 'cursor_expired' })
  proxy.setFaults((n) => (n === 0 ? { kind: 'answer', status: 410, body } : undefined))
  const { code, err } = await formosaHere([...words, '--out', out], { ...settings, FORMOSA_URL: proxy.url })
  assert.equal(code, 0)
  assert.match(err, /starting over with the current one/)
  assert.equal(readFileSync(out, 'utf8'), (await formosaHere([...words], settings)).out)
})

test('refusals have an exit code by cause and the sentence of the service; warnings go to standard error', async () => {
  const price = ['get', 'TaiwanStockPrice']
  const strict = [...price, '--strict', '--max-rows', '1', '--stock']
  const out = join(folder, 'strict.csv')
  const expectAll = async (
    refusals: readonly (readonly [readonly string[], keyof typeof exitCodes, RegExp, Record<string, string>?])[],
  ) => {
    for (const [line, cause, sentence, more] of refusals)
      await refused(line, { ...settings, ...more }, exitCodes[cause].code, sentence)
  }
  await expectAll([
    [['get', 'TaiwanStockPrise'], 'missing', /no dataset named TaiwanStockPrise.*Did you mean TaiwanStockPrice/],
    [[...price, '--from', '2026-02-30'], 'usage', /start_date must be a calendar date/],
    [price, 'setting', /An API key is required.*set FORMOSA_KEY/, { FORMOSA_KEY: '' }],
    [price, 'setting', /key must be an API key/, { FORMOSA_KEY: 'sécret' }],
    [[...price, '--out', 'a.txt'], 'usage', /tells no format/],
    [[...price, '--format', 'xml'], 'usage', /--format must be csv, json, ndjson, parquet, arrow/],
    [[...price, '--format', 'parquet'], 'usage', /give --out FILE/],
    [[...price, '--format', 'csv', '--out', folder], 'usage', /is a folder/],
    [['describe', 'TaiwanStockPrise'], 'missing', /did you mean TaiwanStockPrice/],
  ])
  const warned = await formosaHere(['get', 'TaiwanStockPrice', '--stock', '2330.TW'], settings)
  assert.deepEqual([warned.code, warned.err], [0, 'Warning: unknown_id stock_id 2330.TW (try 2330)\n'])
  // A warning would have come beside the row.
  for (const line of [
    [...strict, '2330.TW', '--dry-run'],
    [...strict, '2330.TW', '--out', out],
  ])
    await expectAll([[line, 'usage', /unknown_id stock_id 2330.TW \(try 2330\): refused because of --strict/]])
  await expectAll([
    [[...strict, '2330,2330.TW'], 'usage', /unknown_id stock_id 2330.TW/],
    [[...strict, '2330', '--period', 'annual'], 'usage', /period does not apply to TaiwanStockPrice/],
  ])
  assert.ok(!existsSync(out))
  assert.equal((await formosaHere([...strict, '2330'], settings)).err, '')
})

test('datasets, describe, quota and ask read from the service of --url, of the environment or of a profile', async () => {
  const { FORMOSA_HOME } = settings
  const profile = join(folder, 'profile')
  writeFileSync(profile, `# mine\nFORMOSA_URL=${service.url}\nFORMOSA_KEY=${key}\n`)
  const by = { FORMOSA_HOME: FORMOSA_HOME!, FORMOSA_PROFILE: profile }
  const listed = await formosaHere(['datasets', '--json'], by)
  assert.ok(JSON.parse(listed.out).find(({ name }: { name: string }) => name === 'TaiwanStockPrice').rows > 0)
  const local = await formosaHere(['datasets', '--json'], { FORMOSA_HOME: FORMOSA_HOME! })
  // No market is there: the rows are not known to be none.
  assert.equal(JSON.parse(local.out).find(({ name }: { name: string }) => name === 'TaiwanStockPrice').rows, null)
  assert.match(local.err, /lake of this machine is empty.*"formosa market build".*--url/)
  const described = await formosaHere(['describe', 'TaiwanStockPrice', '--url', service.url], {
    FORMOSA_HOME: FORMOSA_HOME!,
  })
  assert.match(described.out, /^TaiwanStockPrice: .*tier +lite.*close +decimal\(4\)/s)
  const quota = await formosaHere(['quota', '--calls', '5'], by)
  assert.match(quota.out, /^plus: \d+ of 10000 calls left in this hour.*5 calls are free now\n$/s)
  const result = await formosaHere(['ask', '台積電近五日收盤價', '--format', 'json'], by)
  assert.equal(JSON.parse(result.out).length, 5)
  assert.match(result.err, /SELECT/i)
  const declined = await formosaHere(['ask', '明天會漲嗎'], by)
  assert.deepEqual([declined.code, declined.out], [1, ''])
  writeFileSync(profile, 'KEY=secret-value\n')
  const wrong = await formosaHere(['quota'], by)
  assert.deepEqual([wrong.code, wrong.err.includes('secret-value')], [exitCodes.setting.code, false])
})

test('a file that cannot be written ends in one sentence, and a device is not replaced', async (t) => {
  const expectRefusal = async (out: string, code: number, reason: RegExp) => {
    for (const form of ['csv', 'parquet'])
      await refused([...words, '--out', out, '--format', form], settings, code, reason)
  }
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expectRefusal(
    '/proc/formosa.csv',
    exitCodes.disk.code,
    /Cannot write \/proc\/formosa.csv: the system makes no files in/,
  )
  await expectRefusal(join(file, 'a.csv'), exitCodes.disk.code, /not a folder/)
  await expectRefusal(join(folder, 'no/a.csv'), exitCodes.missing.code, /does not exist/)
  await expectRefusal(join(folder, 'a'.repeat(300)), exitCodes.disk.code, /the name is too long/)
  await expectRefusal('/dev/null', exitCodes.usage.code, /must name a file, and \/dev\/null is none/)
  assert.equal((await formosaHere([...words, '--out', '-'], settings)).out, (await formosaHere(words, settings)).out)
  // Standard output is the process's own.
  const full = spawnSync(
    'sh',
    ['-c', '"$0" "$@" > /dev/full', process.execPath, join(import.meta.dirname, '../main.ts'), ...words],
    {
      env: cleanEnv(settings),
      encoding: 'utf8',
    },
  )
  assert.deepEqual(
    [full.status, full.stderr],
    [exitCodes.disk.code, 'formosa: Cannot go on: the disk is full: free some room and run it again.\n'],
  )
  const disk = mkdtempSync(join(folder, 'disk-'))
  const hindrance = mountSmall(disk, 1)
  if (hindrance) return t.skip(hindrance)
  try {
    fillDisk(join(disk, 'filling'))
    await expectRefusal(join(disk, 'a.csv'), exitCodes.disk.code, /Cannot write .*a.csv: the disk is full/)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    await expectRefusal(join(disk, 'b.csv'), exitCodes.disk.code, /Cannot write .*b.csv: .*read-only/)
  } finally {
    unmount(disk)
  }
})

test('completion offers commands, flags and datasets in bash, and is well formed for zsh and fish', async () => {
  const script = (await formosaHere(['completion', 'bash'])).out
  const offered = (...line: string[]) => {
    const test = `${script}\nCOMP_WORDS=(formosa ${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${line.length}; _formosa; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', test])
    assert.equal(stderr.toString(), '')
    return stdout.toString().trimEnd().split('\n')
  }
  const first = offered('')
  for (const { name } of commands) assert.ok(first.includes(name.split(' ')[0]!), name)
  assert.deepEqual(offered('de'), ['describe'])
  assert.deepEqual(offered('get', 'TaiwanStockPrice'), ['TaiwanStockPrice', 'TaiwanStockPriceAdj'])
  assert.deepEqual(offered('get', 'TaiwanStockPrice', '--co'), ['--columns'])
  assert.deepEqual(offered('user', ''), ['add', 'list', 'set-tier', 'disable', 'delete'])
  assert.ok(offered('user', 'add', '--').includes('--tier'))
  for (const shell of ['zsh', 'fish']) {
    const { out } = await formosaHere(['completion', shell])
    for (const { name } of commands) assert.ok(out.includes(name.split(' ').at(-1)!), name)
    if (!spawnSync(shell, ['--version']).error)
      assert.equal(spawnSync(shell, ['-n'], { input: out }).stderr.toString(), '')
  }
  assert.equal((await formosaHere(['completion', 'cmd'])).code, exitCodes.usage.code)
})
