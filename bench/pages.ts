/**
 * Measures `GET /v1/data/TaiwanStockPrice` of the real service, plain and compressed, against Buffers, nginx, PostgreSQL,
 * SQLite and DuckDB in one run of about three minutes, and prints one markdown table. `--all` measures further cases,
 * more rounds and the times of publishing; `--brief` all cases of the service and the Buffers alone. `--home DIR` names
 * the market, `--full` takes the prices of one of the full size; `--short` measures one case for a second on a small market, to see that
 * all of it works.
 */

import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { keyFor, readSecret } from '../src/access/secret.ts'
import { find } from '../src/catalogue/index.ts'
import { FileReader } from '../src/pages/file.ts'
import { openPages } from '../src/pages/open.ts'
import { currentPages } from '../src/pages/publish.ts'
import { idsIn } from '../src/pages/stream.ts'
import { copyOfFixture } from '../test/support/fixture.ts'
import { residentMegabytes } from '../test/support/measures.ts'
import { findPrograms } from '../test/support/programs.ts'
import { startService } from '../test/support/service.ts'
import { datasetName, makeCases } from './pages/cases.ts'
import { frontCost, indexBytes, timeOf } from './pages/figures.ts'
import { besideMarket, copyOf, findHome } from './pages/home.ts'
import { addUsers, usersFor } from './pages/keys.ts'
import { cpuOf, type Form, forms, type Load, load, type Pressure } from './pages/measure.ts'
import { startNginx } from './pages/nginx.ts'
import { startFilled } from './pages/postgres.ts'
import { type Running, startOurs, stop } from './pages/process.ts'
import { type Measured, tableOf } from './pages/report.ts'
import { exportRows, fillSqlite } from './pages/table.ts'
import type { RowsTerms } from './pages-rows.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    full: { type: 'boolean', default: false },
    /** Seconds a server is loaded in each case and round. */
    seconds: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
    /** Only the cases whose name holds this. */
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const isWhole = values.all || values.brief
const only = values.short ? 'one id, 250 rows' : (values.only ?? (isWhole ? '' : null))
/** How often the service and the constant Buffer are measured in turn; the others once. */
const rounds = values.short ? 1 : isWhole ? 3 : 2
const databases = ['postgres', 'sqlite', 'duckdb']
/** Databases compress nothing and are measured plain alone, unless all is measured. */
const isMeasured = (server: string, form: Form): boolean =>
  values.all || values.short || form === 'identity' || !databases.includes(server)
/** Seconds a server is loaded before it is measured. */
const warmSeconds = 2
/** A short run leaves the machine to others: it measures nothing. */
const pressure: Pressure = values.short ? { connections: 1, pauseMs: 50 } : { connections: 16, pauseMs: 0 }
const began = performance.now()
const say = (line: string) => process.stderr.write(`${((performance.now() - began) / 1_000).toFixed(0)} s  ${line}\n`)
const scratch = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
// As root's, nginx serves as somebody else and must reach its folder.
chmodSync(scratch, 0o755)
const endings: (() => Promise<unknown>)[] = []
const cleanUp = async () => {
  for (const end of endings.splice(0).reverse()) await end()
  rmSync(scratch, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cleanUp().then(() => process.exit(1)))

try {
  await main()
} finally {
  await cleanUp()
}

async function main(): Promise<void> {
  const loader = await findPrograms(['wrk'], say)
  if (loader.skip !== null) throw new Error(`nothing can be measured: ${loader.skip}`)
  const { wrk } = loader.paths
  const market = values.short
    ? await copyOfFixture(join(scratch, 'market'))
    : await findHome(values.home, values.full, scratch, say)
  const version = (await currentPages(join(market, 'demo/pages')))!
  const { manifest } = version.list
  const dataset = find(datasetName)!
  const opened = openPages({
    ...version,
    list: { ...version.list, datasets: { [datasetName]: version.list.datasets[datasetName]! } },
  })
  const parts = opened.datasets[datasetName]!
  const rowsHeld = parts.reduce((total, { count }) => total + count, 0)
  const cases = makeCases(opened, only, values.short ? 20 : 150)
  const home = besideMarket(market, join(scratch, 'home'))
  // A clock that stands at the newest day: nothing falls due while the service is measured.
  const clock = { FORMOSA_NOW: `${manifest.through}T18:00:00+08:00` }
  const storePath = join(home, 'control.sqlite')
  const secret = readSecret(home, undefined)
  const loadSeconds = warmSeconds + cases.length * forms.length * (1 + seconds + rounds * seconds)
  const keys = await addUsers(storePath, keyFor(secret, 'api keys'), usersFor(loadSeconds))
  const [authorization] = keys as [string]
  const keysFile = join(scratch, 'keys.txt')
  writeFileSync(keysFile, `${keys.join('\n')}\n`)
  const servers: Running[] = []

  // The allocator as the container image and the systemd unit set it.
  const service = await startService(home, { WORKERS: '1', MALLOC_MMAP_THRESHOLD_: '131072', ...clock })
  endings.push(() => service.stop())
  servers.push({ name: 'service', url: service.url, pids: [service.process.pid!], child: service.process })
  const [constant, pages] = (await Promise.all(
    ['constant', 'pages'].map((name) => startOurs(name, 'pages-constant.ts', null)),
  )) as [Running, Running]
  endings.push(() => Promise.all([constant, pages].map(({ child }) => stop(child))))
  servers.push(constant, pages)
  if (!values.brief) await startOthers()

  async function startOthers(): Promise<void> {
    const files = await findPrograms(['nginx'], say)
    if (files.skip !== null) say(`left out: ${files.skip}`)
    else {
      const nginx = await startNginx(files.paths.nginx, join(scratch, 'nginx'))
      endings.push(() => stop(nginx.child))
      servers.push(nginx)
    }
    say('filling the databases')
    const csv = join(scratch, 'rows.csv')
    const reader = new FileReader()
    const hidden = [...new Set(parts.flatMap((part) => idsIn(reader, part)))].filter((id) => opened.inactive.has(id))
    reader.close('/')
    const parquet = manifest.datasets[datasetName]!.parts.map(({ file }) => join(market, 'demo/lake/current', file))
    // A short run asks for one id at a time, and loads no others.
    const queries = cases.flatMap(({ paths }) => paths.map((path) => new URL(path, service.url).searchParams))
    const ids = values.short ? queries.map((query) => query.get('stock_id')!) : null
    await exportRows(dataset, parquet, hidden, ids, join(scratch, 'spill'), csv)
    const terms = {
      dataset: datasetName,
      storePath,
      pepper: keyFor(secret, 'api keys').toString('base64'),
      cursorKey: keyFor(secret, 'cursors').toString('base64'),
      version: manifest.version,
    }
    const { paths, skip } = await findPrograms(['psql'], say)
    const database = skip === null ? await startFilled(paths.psql, csv, dataset) : { skip }
    if ('skip' in database) say(`left out: ${database.skip}`)
    else {
      endings.push(() => database.stop())
      const place: RowsTerms = { ...terms, kind: 'postgres', place: database.url }
      const server = await startOurs('postgres', 'pages-rows.ts', place)
      endings.push(() => stop(server.child))
      servers.push({ ...server, pids: [...server.pids, database.pid()] })
    }
    const path = join(scratch, 'rows.sqlite')
    await fillSqlite(path, csv, dataset)
    rmSync(csv)
    const server = await startOurs('sqlite', 'pages-rows.ts', {
      ...terms,
      kind: 'sqlite',
      place: path,
    } satisfies RowsTerms)
    endings.push(() => stop(server.child))
    servers.push(server)
    const duck = await startOurs('duckdb', 'pages-rows.ts', {
      ...terms,
      kind: 'duckdb',
      place: parquet.join(','),
    } satisfies RowsTerms)
    endings.push(() => stop(duck.child))
    servers.push(duck)
  }

  const fetchBody = async (url: string, form: Form = 'identity') => {
    // `fetch` would decode the body.
    const sent = request(url, { headers: { Authorization: authorization, 'Accept-Encoding': form } }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const body = await buffer(response)
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode} ${body.subarray(0, 500)}`)
    return body
  }
  /** A cursor says where its own store goes on; everything else must be the same. */
  const withoutCursor = (body: Buffer) => body.toString('latin1').replace(/"cursor":"[\w-]+"\}$/, '"cursor":"…"}')

  // The answers of the service are what nginx serves and what the databases are compared with.
  say('comparing the answers')
  const lists: { name: string; list: string; bodies: string; paths: readonly string[]; rows: number }[] = []
  for (const [i, { name, paths }] of cases.entries()) {
    const list = join(scratch, `case${i}.txt`)
    const bodies = join(scratch, `bodies${i}.txt`)
    writeFileSync(list, `${paths.join('\n')}\n`)
    writeFileSync(bodies, `${paths.map((_, n) => `/${i}/${n}.json`).join('\n')}\n`)
    mkdirSync(join(scratch, 'nginx/bodies', String(i)), { recursive: true })
    let rows = 0
    for (const [n, path] of paths.entries()) {
      const file = join(scratch, 'nginx/bodies', String(i), `${n}.json`)
      const body = await fetchBody(service.url + path)
      const packed = await fetchBody(service.url + path, 'gzip')
      // A short answer is sent as it is.
      const isPacked = packed[0] === 0x1f
      if (withoutCursor(isPacked ? gunzipSync(packed) : packed) !== withoutCursor(body))
        throw new Error(`the service answers ${path} otherwise where it is compressed`)
      rows += Number(/"count":(\d+)/.exec(body.toString('latin1', 0, 200))![1])
      writeFileSync(file, body)
      if (isPacked) writeFileSync(`${file}.gz`, packed)
      if (n >= 5) continue
      for (const { name: other, url } of servers)
        if (databases.includes(other))
          if (withoutCursor(await fetchBody(url + path)) !== withoutCursor(body))
            throw new Error(`${other} does not answer ${path} as the service does`)
    }
    lists.push({ name, list, bodies, paths, rows: rows / paths.length })
  }

  for (const server of servers) {
    const loadedFor = ['service', 'constant'].includes(server.name) ? warmSeconds : 1
    if (server.name !== 'nginx' && !values.short) await load(wrk, server, lists[0]!.list, keysFile, loadedFor, pressure)
  }

  const measured: Measured[] = []
  for (const { name, list, bodies, paths, rows } of lists)
    for (const form of forms) {
      say(`${name}, ${form}`)
      const loads: Record<string, Load[]> = {}
      // Each kind of page takes a way of its own through the service; the others do the same for all of them.
      loads.first = [await load(wrk, servers[0]!, list, keysFile, seconds, pressure, form, true)]
      if (!values.short) await load(wrk, servers[0]!, list, keysFile, 1, pressure, form)
      // A long list is compressed once it was asked for again, beside the requests.
      if (!values.short && form === 'gzip' && name.includes(' ids')) await sleep(1_500)
      // One after another: a caller may hold 32 MB of answers that it has not read.
      let bytes = 0
      const files: string[] = []
      for (const [n, path] of paths.entries()) {
        const body = await fetchBody(service.url + path, form)
        bytes += body.length / paths.length
        const file = join(scratch, `page${n}`)
        writeFileSync(file, body)
        files.push(file)
      }
      constant.child.send(Math.round(bytes))
      pages.child.send(files)
      await Promise.all([constant, pages].map(({ child }) => once(child, 'message')))
      for (let round = 0; round < rounds; round++)
        for (const server of servers)
          if ((round === 0 && isMeasured(server.name, form)) || ['service', 'constant'].includes(server.name)) {
            const addresses = server.name === 'nginx' ? bodies : list
            loads[server.name] ??= []
            // A database may take seconds for the first long page of 16 readers; two wait less, at the same cost a page.
            const isSlow = rows >= 10_000 && databases.includes(server.name)
            const own = isSlow ? { ...pressure, connections: Math.min(pressure.connections, 2) } : pressure
            const loadedFor = isSlow ? Math.max(seconds, 3) : seconds
            loads[server.name]!.push(await load(wrk, server, addresses, keysFile, loadedFor, own, form))
          }
      measured.push({ name, form, rows, bytes, loads })
    }
  const resident = residentMegabytes(service.process.pid!)
  const beforeRest = cpuOf([service.process.pid!])
  const restSeconds = values.short ? 0.2 : 2
  await sleep(restSeconds * 1_000)
  const atRest = (cpuOf([service.process.pid!]) - beforeRest) / 1_000 / restSeconds
  const index = indexBytes(parts)
  const front = await frontCost(
    storePath,
    keyFor(secret, 'api keys'),
    authorization,
    dataset,
    cases[0]!.paths,
    values.short ? 1_000 : 100_000,
  )
  for (const end of endings.splice(0).reverse()) await end()

  const lines = [
    `index: ${(index / rowsHeld).toFixed(2)} bytes of memory a row, both orders (${(index / 2 ** 20).toFixed(1)} MB for ${rowsHeld.toLocaleString('en')} rows)`,
    `resident memory of the service after the runs: ${resident.toFixed(0)} MB`,
    `service at rest: ${atRest.toFixed(1)} ms of CPU a second`,
    `key check: ${front.key.toFixed(2)} µs; parameters: ${front.reading.toFixed(2)} µs`,
    `the calls were made with the keys of ${keys.length} users, so that none reached its quota`,
  ]
  if (values.all) {
    const copy = copyOf(market, join(scratch, 'copy'))
    say('publishing a day on a copy')
    const day = await timeOf(['refresh', '--days', '1'], copy)
    lines.push(
      `a new day of ${Object.keys(manifest.datasets).length} datasets (refresh --days 1): ${day.all.toFixed(1)} s, of these the pages ${day.pages.toFixed(1)} s`,
    )
    say('making every page anew on a copy')
    const anew = await timeOf(['rebuild', '--anew'], copy)
    lines.push(`every page anew (rebuild --anew): ${anew.all.toFixed(1)} s`)
  }
  process.stdout.write(
    `${datasetName}: ${rowsHeld.toLocaleString('en')} rows through ${manifest.through}; one serving thread, ${pressure.connections} connections; ` +
      `ratios are of CPU per request.\n\n${tableOf(measured)}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`,
  )
  say('done')
}
