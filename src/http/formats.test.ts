import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { DataType, TimeUnit, tableFromIPC } from 'apache-arrow'
import { expectProblem, openApi, paramsOf } from '../../test/support/api.ts'
import { createClient, type RequestOptions } from '../../test/support/client.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { unlikeDatasets } from '../../test/support/unlikeDatasets.ts'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { catalogue, find } from '../catalogue/index.ts'
import { literal, quote, sqlColumns } from '../lake/schema.ts'
import { type FormatName, formatNames, formats } from '../query/formats/formats.ts'
import { pageColumns } from '../query/formats/page.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-formats-'))
const { service, data, ok, addKey } = await openApi(shareService())
const duck = await (await DuckDBInstance.create(':memory:')).connect()
after(() => {
  duck.closeSync()
  rmSync(folder, { recursive: true, force: true })
})

type Row = Record<string, string | number | boolean | null>
const others = formatNames.filter((name) => name !== 'json')
const prices = 'TaiwanStockPrice'

async function expectInvalidParameters(path: string, params: readonly string[], options: RequestOptions = {}) {
  assert.deepEqual(paramsOf(expectProblem(await data(path, options), 422, 'invalid_parameter')), params)
}

/** The path of a page of a dataset that shows as much of it as a page can. */
const pageOf = ({ name, filters }: Dataset): string =>
  `${name}?limit=400${filters.include_inactive ? '&include_inactive=true' : ''}`

/** The rows of a page by plain JSON, and a file of the page in each other format. */
type Sample = { readonly dataset: Dataset; readonly rows: readonly Row[]; readonly files: Record<string, string> }

/** What a format may write in a way of its own. */
const kindsOf = (dataset: Dataset): string[] =>
  columnsOf(dataset).map(([, { kind, scale, nullable }]) =>
    JSON.stringify([kind, scale, nullable, dataset.id === null]),
  )

/** Reads a page of every kind of dataset in every format. */
async function readSamples(): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const dataset of unlikeDatasets(kindsOf)) {
    const path = pageOf(dataset)
    const { json } = await ok(path)
    assert.ok(json.count > 0, dataset.name)
    const files: Record<string, string> = {}
    for (const format of others) {
      const response = await ok(`${path}&format=${format}`)
      assert.equal(response.headers['x-row-count'], String(json.count), path)
      assert.equal(response.headers['x-next-cursor'] === undefined, json.cursor === null, path)
      files[format] = join(folder, `${dataset.name}.${format}`)
      writeFileSync(files[format], response.bytes)
    }
    samples.push({ dataset, rows: json.data, files })
  }
  return samples
}
const samples = await readSamples()

/** A cell as SQL text, from which its JSON follows. */
const cellOf = (name: string, kind: string): string =>
  kind === 'datetime'
    ? `strftime(${quote(name)} AT TIME ZONE 'Asia/Taipei', '%Y-%m-%dT%H:%M:%S+08:00')`
    : `CAST(${quote(name)} AS VARCHAR)`
const textOf = (cell: Row[string]): string | null => (cell === null ? null : String(cell))
const textsOf = ({ dataset, rows }: Sample) =>
  rows.map((row) => Object.keys(dataset.columns).map((name) => textOf(row[name]!)))

describe('every kind of dataset', () => {
  test('as NDJSON has a row a line', () => {
    for (const { files, rows } of samples) {
      const lines = readFileSync(files.ndjson!, 'utf8').split('\n')
      assert.equal(lines.pop(), '')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        rows,
      )
    }
  })

  test('as Parquet has the types of the lake and exactly the rows, read by DuckDB', async () => {
    for (const sample of samples) {
      const { dataset, files } = sample
      const from = `FROM read_parquet(${literal(files.parquet!)})`
      const described = (await duck.runAndReadAll(`DESCRIBE SELECT * ${from}`)).getRows()
      const types = described.map(([name, type]) => [
        name,
        String(type).replace('TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ'),
      ])
      assert.deepEqual(types, sqlColumns(dataset), dataset.name)
      const cells = columnsOf(dataset).map(([name, { kind }]) => cellOf(name, kind))
      const { rows } = { rows: (await duck.runAndReadAll(`SELECT ${cells.join(', ')} ${from}`)).getRows() }
      assert.deepEqual(rows, textsOf(sample), dataset.name)
    }
  })

  test('as Arrow has exact decimals, dates and instants, read by apache-arrow', () => {
    for (const { dataset, rows, files } of samples) {
      const table = tableFromIPC(readFileSync(files.arrow!))
      assert.equal(table.numRows, rows.length, dataset.name)
      for (const [i, [name, { kind, scale = 0, nullable = false }]] of columnsOf(dataset).entries()) {
        const field = table.schema.fields[i]!
        assert.equal(field.name, name)
        assert.equal(field.nullable, nullable, `${dataset.name}.${name}`)
        const isRight = {
          text: DataType.isUtf8(field.type),
          boolean: DataType.isBool(field.type),
          integer: DataType.isInt(field.type) && field.type.bitWidth === 64,
          decimal: DataType.isDecimal(field.type) && field.type.scale === scale && field.type.precision === 18,
          date: DataType.isDate(field.type),
          datetime:
            DataType.isTimestamp(field.type) &&
            field.type.unit === TimeUnit.MICROSECOND &&
            field.type.timezone === 'Asia/Taipei',
        }[kind]
        assert.ok(isRight, `${dataset.name}.${name} is ${field.type}`)
        const column = table.getChildAt(i)!
        const read = Array.from({ length: rows.length }, (_, n) => arrowText(column.get(n), kind, scale))
        assert.deepEqual(
          read,
          rows.map((row) => textOf(row[name]!)),
          `${dataset.name}.${name}`,
        )
      }
    }
  })

  test('as CSV is read by Python, exactly, and by DuckDB with nulls', async (t) => {
    const script = `
import csv, json, sys
for path in sys.argv[1:]:
    with open(path, newline='', encoding='utf-8') as file:
        json.dump(list(csv.reader(file, strict=True)), open(path + '.json', 'w'))
`
    const found = spawnSync('python3', ['-c', script, ...samples.map(({ files }) => files.csv!)])
    if (found.error) t.diagnostic('python3 not found')
    else assert.equal(found.status, 0, String(found.stderr))
    for (const sample of samples) {
      const { dataset, files } = sample
      const expected = textsOf(sample)
      if (!found.error) {
        const [headings, ...lines] = JSON.parse(readFileSync(`${files.csv}.json`, 'utf8'))
        assert.deepEqual(headings, Object.keys(dataset.columns))
        assert.deepEqual(
          lines,
          expected.map((row) => row.map((cell) => cell ?? '')),
          dataset.name,
        )
      }
      const options = "header = true, all_varchar = true, auto_detect = false, quote = '\"', escape = '\"', delim = ','"
      const names = columnsOf(dataset).map(([name]) => `${literal(name)}: 'VARCHAR'`)
      const csv = `read_csv(${literal(files.csv!)}, ${options}, columns = {${names.join(', ')}}, allow_quoted_nulls = false)`
      assert.deepEqual((await duck.runAndReadAll(`SELECT * FROM ${csv}`)).getRows(), expected, dataset.name)
    }
  })

  const hasPyarrow = spawnSync('python3', ['-c', 'import pyarrow']).status === 0
  test('as Arrow and Parquet has exactly the rows to pyarrow', {
    skip: !hasPyarrow && 'pyarrow not found: install it by "pip install pyarrow"',
  }, () => {
    const script = `
import sys, json, decimal, datetime, pyarrow as pa, pyarrow.parquet as pq
taipei = datetime.timezone(datetime.timedelta(hours=8))
def plain(cell):
    if isinstance(cell, decimal.Decimal): return str(cell)
    if isinstance(cell, datetime.datetime): return cell.astimezone(taipei).isoformat()
    if isinstance(cell, datetime.date): return cell.isoformat()
    return cell
for path in sys.argv[1:]:
    stream = pa.ipc.open_stream(path + '.arrow').read_all()
    file = pq.read_table(path + '.parquet')
    stream.validate(full=True)
    file.validate(full=True)
    for a, b in zip(stream.schema, file.schema):
        assert a.name == b.name and a.nullable == b.nullable, (path, a, b)
    expected = json.load(open(path + '.rows.json'))
    for table in (stream, file):
        assert [{n: plain(c) for n, c in row.items()} for row in table.to_pylist()] == expected, path
`
    for (const { dataset, rows } of samples)
      writeFileSync(join(folder, `${dataset.name}.rows.json`), JSON.stringify(rows))
    execFileSync('python3', ['-c', script, ...samples.map(({ dataset }) => join(folder, dataset.name))])
  })
})

/** A value of apache-arrow as the text that JSON has. */
function arrowText(value: unknown, kind: string, scale: number): string | null {
  if (value === null || value === undefined) return null
  if (kind === 'date') return new Date(Number(value)).toISOString().slice(0, 10)
  if (kind === 'datetime') return `${new Date(Number(value) + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
  if (kind !== 'decimal') return String(value)
  const words = value as Uint32Array
  const unscaled = BigInt.asIntN(
    128,
    [...words].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n),
  )
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return unscaled < 0n ? `-${text}` : text
}

describe('the format of an answer', () => {
  test('is chosen by format, else by Accept, and named in Content-Type', async () => {
    const path = `${prices}?stock_id=2330&limit=3`
    for (const name of formatNames) {
      const { type, contentType, alsoTypes } = formats[name]
      assert.equal((await ok(`${path}&format=${name}`)).headers['content-type'], contentType)
      for (const accept of [type, `${type};q=0.5, application/xml`, ...alsoTypes])
        assert.equal((await ok(path, { headers: { Accept: accept } })).headers['content-type'], contentType, accept)
      const other = name === 'csv' ? 'application/json' : 'text/csv'
      assert.equal(
        (await ok(`${path}&format=${name}`, { headers: { Accept: other } })).headers['content-type'],
        contentType,
      )
    }
    for (const [accept, name] of [
      ['*/*', 'json'],
      ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
      ['application/json;q=0.5, text/csv', 'csv'],
      ['text/*', 'csv'],
      ['application/*', 'json'],
      ['nonsense', 'json'],
    ] as const)
      assert.equal(
        (await ok(path, { headers: { Accept: accept } })).headers['content-type'],
        formats[name].contentType,
        accept,
      )
    for (const accept of ['image/png', '*/*;q=0', 'application/json;q=0']) {
      const { detail } = expectProblem(await data(path, { headers: { Accept: accept } }), 406, 'not_acceptable')
      for (const name of formatNames) assert.ok(detail.includes(formats[name].type), detail)
    }
  })

  test('JSON is the same to the byte whichever way it is asked for', async () => {
    const path = `${prices}?stock_id=2330,0050&limit=50`
    const plain = await ok(path)
    assert.deepEqual((await ok(`${path}&format=json`)).bytes, plain.bytes)
    assert.deepEqual((await ok(path, { headers: { Accept: 'application/json' } })).bytes, plain.bytes)
    assert.deepEqual((await ok(`${path}&decimals=text`)).bytes, plain.bytes)
    for (const name of ['content-disposition', 'x-next-cursor', 'x-row-count'])
      assert.equal(plain.headers[name], undefined)
  })

  test('has an ETag, a 304, a HEAD and a file name of its own', async () => {
    const path = `${prices}?stock_id=2330&start_date=2026-01-05&limit=100`
    const tags = new Set<string>()
    for (const name of formatNames)
      for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) {
        const response = await ok(`${path}&format=${name}`, { headers })
        const etag = response.headers.etag!
        tags.add(etag)
        assert.match(String(response.headers.vary), /Accept, Accept-Encoding/)
        const isPacked = 'Accept-Encoding' in headers && name !== 'parquet'
        assert.equal(response.headers['content-encoding'], isPacked ? 'gzip' : undefined, name)
        const again = await data(`${path}&format=${name}`, { headers: { ...headers, 'If-None-Match': etag } })
        assert.equal(again.status, 304)
        assert.equal(again.headers.etag, etag)
        const head = await data(`${path}&format=${name}`, { method: 'HEAD', headers })
        assert.equal(head.headers['content-length'], String(response.bytes.length))
        const plain = await ok(`${path}&format=${name}`)
        if (isPacked && name !== 'json') assert.deepEqual(gunzipSync(response.bytes), plain.bytes)
        assert.equal(
          response.headers['content-disposition'],
          name === 'json' ? undefined : `attachment; filename="${prices}_2330_2026-01-05.${formats[name].extension}"`,
        )
      }
    assert.equal(tags.size, 2 * formatNames.length)
    const { headers } = await ok(`${prices}?stock_id=2330,0050,2317,1101&end_date=2026-01-05&limit=1&format=csv`)
    assert.equal(headers['content-disposition'], `attachment; filename="${prices}_4_ids_until_2026-01-05.csv"`)
    const strange = await ok(`${prices}?stock_id=${encodeURIComponent('"台積電;x\r\n')}&format=csv`)
    assert.match(strange.headers['content-disposition']!, /^attachment; filename="[\w.-]+\.csv"$/)
  })

  test('parameters without a meaning for it are refused, all at once', async () => {
    const path = `${prices}?stock_id=2330&limit=1`
    for (const [query, ...params] of [
      ['labels=zh', 'labels'],
      ['bom=true&labels=en', 'labels', 'bom'],
      ['format=parquet&bom=false&decimals=text&limit2=1', 'bom', 'decimals', 'limit2'],
      ['format=arrow&labels=zh', 'labels'],
      ['format=csv&decimals=number', 'decimals'],
      ['format=ndjson&bom=1', 'bom'],
      ['format=csv&labels=fr&bom=yes', 'labels', 'bom'],
    ] as const)
      await expectInvalidParameters(`${path}&${query}`, params)
    await expectInvalidParameters(`${path}&labels=zh`, ['labels'], { headers: { Accept: formats.parquet.type } })
  })

  test('CSV has headings in Chinese or English and a mark for Excel; JSON has numbers for those who want them', async () => {
    const path = `${prices}?stock_id=2330&limit=2`
    const { columns } = find(prices)!
    const csv = async (more: string) => (await ok(`${path}&format=csv${more}`)).text
    const plain = await csv('')
    assert.ok(plain.startsWith(`${Object.keys(columns).join(',')}\r\n2330,`), plain)
    for (const language of ['zh', 'en'] as const) {
      const headings = Object.values(columns).map(({ label }) => label[language])
      assert.ok((await csv(`&labels=${language}`)).startsWith(`${headings.join(',')}\r\n2330,`))
    }
    assert.equal(await csv('&bom=true'), `\ufeff${plain}`)
    assert.equal(await csv('&bom=false'), plain)
    const exact = (await ok(path)).json
    const floats = await ok(`${path}&decimals=number`)
    assert.deepEqual(Object.keys(floats.json), Object.keys(exact))
    assert.match(floats.text, /"close":\d+\.\d{4}[,}]/)
    assert.deepEqual(
      floats.json.data.map(({ close }: Row) => close),
      exact.data.map(({ close }: Row) => Number(close)),
    )
    const [line] = (await ok(`${path}&decimals=number&format=ndjson`)).text.split('\n')
    assert.deepEqual(JSON.parse(line!), floats.json.data[0])
    for (const dataset of catalogue)
      for (const language of ['zh', 'en'] as const) {
        const headings = pageColumns(dataset, { columns: null, showsKnown: false }, language).map(
          ({ heading }) => heading,
        )
        assert.equal(new Set(headings).size, headings.length, `two headings of ${dataset.name} are the same`)
      }
  })

  test('no rows are an answer in every format', async () => {
    const path = `${prices}?stock_id=2330&start_date=2199-01-01`
    assert.equal((await ok(`${path}&format=ndjson`)).text, '')
    assert.match((await ok(`${path}&format=csv`)).text, /^stock_id,[\w,]+\r\n$/)
    assert.equal(tableFromIPC((await ok(`${path}&format=arrow`)).bytes).numRows, 0)
    const file = join(folder, 'empty.parquet')
    writeFileSync(file, (await ok(`${path}&format=parquet`)).bytes)
    const counted = await duck.runAndReadAll(
      `SELECT count(*)::INTEGER, count(close)::INTEGER FROM read_parquet(${literal(file)})`,
    )
    assert.deepEqual(counted.getRows(), [[0, 0]])
    for (const format of others) assert.equal((await ok(`${path}&format=${format}`)).headers['x-row-count'], '0')
  })
})

describe('pages', () => {
  test('follow by X-Next-Cursor or Link, in the format of the first, to exactly the rows of JSON', async () => {
    const path = `${prices}?stock_id=2330,2317&start_date=2026-08-01&columns=stock_id,trade_date,close&sort=asc`
    const expected = (await ok(`${path}&limit=10000`)).json.data as Row[]
    let response = await ok(`${path}&limit=37&format=csv&labels=zh`)
    const [heading] = response.text.split('\r\n')
    const rows: string[] = []
    for (let n = 0; ; n++) {
      const [first, ...lines] = response.text.trimEnd().split('\r\n')
      assert.equal(first, heading)
      rows.push(...lines)
      const cursor = response.headers['x-next-cursor'] as string | undefined
      if (cursor === undefined) break
      assert.equal(lines.length, 37)
      const link = `/v1/data/${prices}?cursor=${cursor}`
      assert.equal(response.headers.link, `<${link}>; rel="next"`)
      response = n % 2 === 0 ? await ok(link.replace('/v1/data/', '')) : await ok(`${path}&cursor=${cursor}`)
    }
    assert.deepEqual(
      rows,
      expected.map(({ stock_id, trade_date, close }) => `${stock_id},${trade_date},${close}`),
    )
  })

  test('may change format and options under way', async () => {
    const path = `${prices}?stock_id=2330&limit=5`
    const cursorOf = async (more: string) => (await ok(`${path}${more}`)).headers['x-next-cursor'] as string
    const typeOf = async (query: string, accept?: string) =>
      (await ok(`${prices}?${query}`, accept === undefined ? {} : { headers: { Accept: accept } })).headers[
        'content-type'
      ]
    const csv = await cursorOf('&format=csv&bom=true&labels=zh')
    const second = await ok(`${prices}?cursor=${csv}`)
    assert.ok(second.text.startsWith('\ufeff') && !second.text.includes('stock_id'))
    assert.ok(
      (await ok(`${prices}?cursor=${csv}&labels=en&bom=false`)).text.startsWith(
        find(prices)!.columns.stock_id!.label.en,
      ),
    )
    for (const format of formatNames)
      assert.equal(await typeOf(`cursor=${csv}&format=${format}`), formats[format].contentType)
    assert.equal(await typeOf(`cursor=${csv}`, 'application/json'), formats.json.contentType)
    assert.equal(await typeOf(`cursor=${csv}`, 'application/json, */*'), formats.csv.contentType)
    assert.equal(await typeOf(`cursor=${csv}`, '*/*'), formats.csv.contentType)
    await expectInvalidParameters(`${prices}?cursor=${csv}&decimals=number`, ['decimals'])
    const json = (await ok(`${path}`)).json.cursor
    assert.equal(await typeOf(`cursor=${json}`), formats.json.contentType)
    assert.equal(await typeOf(`cursor=${json}&format=arrow`), formats.arrow.contentType)
    const floats = (await ok(`${path}&decimals=number`)).json.cursor
    assert.equal(typeof (await ok(`${prices}?cursor=${floats}`)).json.data[0].close, 'number')
    assert.equal(typeof (await ok(`${prices}?cursor=${floats}&decimals=text`)).json.data[0].close, 'string')
  })

  test('a cursor too long for two headers is in one; one too long for a header is refused by name', async () => {
    const random = Array.from({ length: 400 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex').slice(0, 16))
    const few = await ok(`${prices}?limit=1&format=csv&stock_id=2330,${random.slice(0, 120)}`)
    assert.ok(few.headers['x-next-cursor'] !== undefined)
    assert.equal(few.headers.link, undefined)
    await expectInvalidParameters(`${prices}?limit=1&format=csv&stock_id=2330,${random}`, ['stock_id'])
    assert.equal((await ok(`${prices}?limit=1&stock_id=2330,${random}`)).json.count, 1)
  })
})

test('a dry run tells the size as JSON whatever the format', async () => {
  const response = await ok(`${prices}?stock_id=2330&dry_run=true&format=parquet`)
  assert.deepEqual(Object.keys(response.json), ['rows', 'bytes', 'pages'])
  expectProblem(await data(`${prices}?dry_run=true`, { headers: { Accept: 'text/csv' } }), 406, 'not_acceptable')
})

test('many large pages at once are encoded one after the other, and other requests are answered meanwhile', async () => {
  // Connections of its own: the others wait for large pages.
  const bystander = createClient(service.url)
  const other = await addKey('plus')
  const paths = (['parquet', 'arrow', 'csv', 'ndjson'] as FormatName[]).flatMap((format) =>
    Array.from({ length: 2 }, (_, n) => `${prices}?limit=10000&end_date=2026-11-${10 + n}&format=${format}`),
  )
  let between = 0
  // If this process gets no core meanwhile, it finds all pages made.
  for (let rounds = 0; rounds < 10 && between === 0; rounds++) {
    let left = paths.length
    const all = paths.map(async (path) => {
      assert.equal((await ok(path)).headers['x-row-count'], '10000')
      left--
    })
    const ended = Promise.all(all).finally(() => {
      left = 0
    })
    while (left > 0) {
      assert.equal((await bystander.send(`/v1/data/${prices}?stock_id=2330&limit=1`, { key: other })).json.count, 1)
      // Before the last two pages.
      if (left > 1) between++
      // Slowly enough for the quota of an hour, however long the large pages take.
      await sleep(5)
    }
    await ended
  }
  bystander.close()
  assert.ok(between > 0)
})

test('a page of every format counts the same', async () => {
  const key = await addKey('free')
  for (const [n, format] of formatNames.entries()) {
    const { headers } = await ok(`TaiwanStockPER?stock_id=2330&limit=1&format=${format}`, { key })
    assert.equal(headers['x-ratelimit-remaining'], String(599 - n))
  }
})
