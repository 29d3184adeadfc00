import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Client, CursorExpiredError, type RowStream, type Rows, type RowsQuery } from '../../../sdk/index.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { find } from '../../catalogue/index.ts'
import { explainWrite } from '../../disk.ts'
import { exitCodes, MissingError, OperatorError, UsageError } from '../../errors.ts'
import { requireEngine } from '../../lake/engine.ts'
import type { Row } from '../../query/formats/page.ts'
import type { Flags, Run } from '../command.ts'
import { countOf } from '../flags.ts'
import { notice, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { openRemote, remoteError } from '../remote.ts'
import { onStop } from '../signals.ts'
import { arrowStream, writeArrowRows } from './arrowRows.ts'
import { writeParquetRows } from './parquetRows.ts'
import { openPartialFile } from './partialFile.ts'
import { isArrowStream, type RowFormat, type RowFormatName, rowFormatOf, rowFormats } from './rowText.ts'

type DatasetName = keyof Rows
type EngineOptions = Parameters<typeof writeParquetRows>[0]

/** The rows of a dataset whose name is known only now. */
const readRows = (client: Client, dataset: DatasetName, query: RowsQuery): RowStream<Row> =>
  client.rows(dataset, query as RowsQuery<never>) as unknown as RowStream<Row>

/** The parameters of the request; the service checks their values. */
const parametersOf = (flags: Flags): RowsQuery => {
  const filters = [...new URLSearchParams(flags.where ?? '')]
  const [repeated] = filters.find(([name], i) => filters.findIndex(([other]) => other === name) < i) ?? []
  if (repeated !== undefined) throw new UsageError(`--where has ${repeated} more than once: separate values by commas.`)
  const given = {
    ...Object.fromEntries(filters),
    stock_id: flags.stock,
    start_date: flags.from,
    end_date: flags.to,
    date: flags.date,
    latest: flags.latest === undefined ? undefined : true,
    columns: flags.columns?.split(','),
    sort: flags.sort,
    period: flags.period,
    as_of: flags['as-of'],
    known_by: flags['known-by'],
    include_inactive: flags['include-inactive'] === undefined ? undefined : true,
    include_expired: flags['include-expired'] === undefined ? undefined : true,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as RowsQuery
}

type Download = {
  readonly client: Client
  readonly dataset: DatasetName
  readonly parameters: RowsQuery
  readonly format: RowFormatName
  readonly maxRows: number | undefined
  readonly limit: number
  readonly isStrict: boolean
  /** Reports the rows so far. */
  readonly onRows: (rows: number) => void
  /** Reports the rows that the partial file holds, which a stop does not lose. */
  readonly onKept: (rows: number) => void
}

/** The columns of a result without rows, in the order of the dataset. */
function emptyColumns({ dataset, parameters }: Download): string[] {
  const chosen = parameters.columns
  const known = Object.keys(find(dataset)?.columns ?? {})
  return chosen === undefined ? known : known.filter((name) => chosen.includes(name))
}

/** Writes to standard output; resolves with false once nobody reads it, as after `head`. */
const print = (part: string | Uint8Array): Promise<boolean> =>
  new Promise((resolve) => {
    if (part.length === 0) return resolve(true)
    process.stdout.write(part, (error) => resolve(!error))
  })

async function toOutput(download: Download): Promise<void> {
  const { client, dataset, parameters, format, maxRows, limit, isStrict, onRows } = download
  const { start, rows: partOf, end } = format === 'arrow' ? arrowStream(datasetOf(dataset)) : rowFormats[format]
  let columns: string[] | null = null
  let written = 0
  for await (const { rows } of readRows(client, dataset, { ...parameters, limit, maxRows, strict: isStrict }).pages()) {
    if (columns === null) {
      columns = rows[0] ? Object.keys(rows[0]) : emptyColumns(download)
      if (!(await print(start(columns)))) return
    }
    if (!(await print(partOf(rows, columns, written)))) return
    written += rows.length
    onRows(written)
  }
  if (columns === null) await print(start(emptyColumns(download)))
  await print(end(written))
}

/** The dataset with the types of its columns, which Parquet and Arrow need. */
function datasetOf(name: string): Dataset {
  const dataset = find(name)
  if (!dataset) throw new OperatorError(`The columns of ${name} are not known to this release: use --format csv.`)
  return dataset
}

/** The result of a download into a file. */
type Written = { readonly rows: number; readonly isReplacing: boolean }

/** Downloads into a file, on from where an earlier run was stopped. */
async function toFile(download: Download, out: string, isAnew: boolean, engine: EngineOptions): Promise<Written> {
  const { client, dataset, parameters, format, maxRows, limit, isStrict, onRows, onKept } = download
  const { start, rows: textOf, end, isConverted = false }: RowFormat = rowFormats[format]
  const file = openPartialFile(
    out,
    {
      ...{ url: client.url, dataset, ...parameters, format, maxRows: maxRows ?? null },
      // Lines of release 0.9.0 ended in LF: a file must not have both.
      ...(format === 'csv' ? { lines: 'CRLF' } : {}),
    },
    { isAnew, isConverted },
  )
  const { isReplacing } = file
  const finish = async (columns: readonly string[], rows: number): Promise<Written> => {
    const convert = (from: string, to: string) =>
      format === 'arrow'
        ? writeArrowRows(datasetOf(dataset), columns, from, to, isArrowStream(out))
        : writeParquetRows(engine, datasetOf(dataset), columns, from, to)
    await file.finish(isConverted ? convert : undefined)
    return { rows, isReplacing }
  }
  try {
    let { place } = file
    if (place) onKept(place.rows)
    if (place?.cursor === null) return await finish(place.columns, place.rows)
    if (place) notice(`Going on after ${place.rows} rows of version ${place.dataVersion}.`)
    for (;;) {
      let written = place?.rows ?? 0
      let columns = place?.columns ?? null
      const left = maxRows === undefined ? undefined : maxRows - written
      const paging = { limit, maxRows: left, strict: isStrict }
      const query = place ? { cursor: place.cursor!, ...paging } : { ...parameters, ...paging }
      try {
        for await (const { rows, cursor, dataVersion } of readRows(client, dataset, query).pages()) {
          const isFirst = columns === null
          columns ??= rows[0] ? Object.keys(rows[0]) : emptyColumns(download)
          const head = isFirst ? start(columns) : ''
          const text = textOf(rows, columns, written)
          written += rows.length
          const isLast = cursor === null || written === maxRows
          file.append(head + text + (isLast ? end(written) : ''), {
            columns,
            rows: written,
            dataVersion,
            cursor: isLast ? null : cursor,
          })
          onKept(written)
          onRows(written)
        }
        return await finish(columns ?? emptyColumns(download), written)
      } catch (error) {
        if (!(error instanceof CursorExpiredError) || !place || error.rowsGiven !== 0) throw error
        notice('The version of the data that the partial file holds is gone: starting over with the current one.')
        file.restart()
        onKept(0)
        place = null
      }
    }
  } finally {
    file.close()
  }
}

/** The file to write, whose folder must be there. A device is refused: the finished file would take its place. */
function outOf(given: string): string {
  const out = resolve(given)
  if (!existsSync(dirname(out))) throw new MissingError(`--out names a file in ${dirname(out)}, which does not exist.`)
  const there = statSync(out, { throwIfNoEntry: false })
  if (there?.isDirectory()) throw new UsageError(`--out must name a file, and ${out} is a folder.`)
  if (there && !there.isFile())
    throw new UsageError(`--out must name a file, and ${out} is none: leave --out out and redirect standard output.`)
  return out
}

/** On a signal, prints the rows kept and ends the process: rows reported to `onKept` are on the disk. */
function stopWithNotice(isAnew: boolean, isShown: boolean) {
  let kept = 0
  const close = onStop(() => {
    const how = kept === 0 ? 'starts over' : `${isAnew ? 'without --anew ' : ''}goes on from there`
    notice(`${isShown ? '\n' : ''}Stopped after ${kept} rows; the same command ${how}.`)
    process.exit(exitCodes.interrupted.code)
  })
  return {
    close,
    onKept(rows: number): void {
      kept = rows
    },
  }
}

export const get: Run = async ({ config, scratch }, flags, [name]) => {
  const named = flags.out === '-' ? undefined : flags.out
  const format = rowFormatOf(flags.format, named)
  const limit = countOf('page-rows', flags['page-rows']!, 1, 10_000)
  const most = flags['max-rows']
  const maxRows = most === undefined ? undefined : countOf('max-rows', most, 1, Number.MAX_SAFE_INTEGER)
  const parameters = parametersOf(flags)
  const out = named === undefined ? null : outOf(named)
  // Before anything is downloaded.
  if (format === 'parquet') await requireEngine()
  const isStrict = flags.strict !== undefined
  const client = openRemote(config, isStrict)
  const dataset = name as DatasetName
  const isShown = process.stderr.isTTY === true
  const began = performance.now()
  const stopping = out === null ? null : stopWithNotice(flags.anew !== undefined, isShown)
  try {
    const plan =
      flags['dry-run'] !== undefined || isShown
        ? await client.plan(dataset, { ...parameters, limit, strict: isStrict } as RowsQuery<never>)
        : null
    if (flags['dry-run'] !== undefined) {
      const { rows, bytes, pages, remainingCalls } = plan!
      printJson({ rows, bytes, calls: pages, remaining_calls: remainingCalls }, 0)
      return
    }
    const of = Math.min(plan?.rows ?? 0, maxRows ?? Number.POSITIVE_INFINITY)
    const progress = isShown ? createProgress(dataset) : null
    const onRows = (rows: number) => progress?.({ done: rows, of, what: 'rows' })
    const onKept = stopping?.onKept ?? (() => {})
    const download = { client, dataset, parameters, format, maxRows, limit, isStrict, onRows, onKept }
    if (out === null) {
      await toOutput(download)
      return
    }
    const written = await toFile(download, out, flags.anew !== undefined, { memory: '1GB', scratch })
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const instead = written.isReplacing ? ', in place of the file that was there' : ''
    notice(`Wrote ${written.rows} rows to ${named} in ${seconds} s${instead}.`)
  } catch (error) {
    throw out === null ? remoteError(error) : explainWrite(remoteError(error), out)
  } finally {
    stopping?.close()
  }
}
