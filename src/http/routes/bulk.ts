import { type Dataset, isDated, keepsRevisions, type Tier, tellsChanges } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { taipeiInstant } from '../../days.ts'
import { notReady } from '../../errors.ts'
import type { Manifest, Part } from '../../lake/manifest.ts'
import { namePattern } from '../../lake/periods.ts'
import { publishedName } from '../../lake/publishedFiles.ts'
import { type ModifiedDays, modifiedDays } from '../../pages/modified.ts'
import type { OpenPages } from '../../pages/open.ts'
import { formats } from '../../query/formats/formats.ts'
import { covers, wholeQueries } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { datasetParameter, pathParameter, requestHeader } from '../openapi/parameters.ts'
import * as schema from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { route } from '../route.ts'
import { onceOf, openFile } from '../rows/files.ts'
import type { Services } from '../services.ts'

const lastModified = (at: number | null | undefined) => ({ last_modified: at == null ? null : taipeiInstant(at) })

const partOf = (dataset: string, part: Part, at: number | null | undefined) => ({
  part: part.name,
  url: `/v1/bulk/${dataset}/${publishedName(part)}`,
  rows: part.rows,
  bytes: part.bytes,
  sha256: part.sha256,
  first_date: part.first_date,
  last_date: part.last_date,
  ...lastModified(at),
})

/** The files of a dataset in a version. */
function holdingOf({ datasets }: Manifest, pages: OpenPages | null, dataset: Dataset) {
  const { name } = dataset
  const { rows = 0, first_date = null, last_date = null, parts = [] } = datasets[name] ?? {}
  const modified = pages?.known[name]?.modified
  return {
    dataset: name,
    rows,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    ...{ first_date, last_date, ...lastModified(modified?.at) },
    ...{ key: dataset.key, key_date: isDated(dataset) ? dataset.date : null },
    ...{ queries: wholeQueries(dataset), changes: tellsChanges(dataset) },
    files: parts.map((part) => partOf(name, part, modified?.parts[part.name])),
  }
}

/** The files of each dataset in a version, which are the same for all callers. */
const holdings = new WeakMap<OpenPages, Map<string, ReturnType<typeof holdingOf>>>()

function heldIn(manifest: Manifest, { library }: Services, dataset: Dataset): ReturnType<typeof holdingOf> {
  const pages = library.current()
  if (!pages) return holdingOf(manifest, pages, dataset)
  const kept = holdings.get(pages) ?? new Map<string, ReturnType<typeof holdingOf>>()
  holdings.set(pages, kept)
  const found = kept.get(dataset.name) ?? holdingOf(manifest, pages, dataset)
  kept.set(dataset.name, found)
  return found
}

/** When the rows of each day last changed; of a dataset without revisions as far as its files tell. */
function daysOf({ library }: Services, { datasets }: Manifest, dataset: Dataset): ModifiedDays[] {
  const known = library.current()?.known[dataset.name]
  if (known && keepsRevisions(dataset)) return modifiedDays(dataset, library.reader.known(known))
  const { parts = [] } = datasets[dataset.name] ?? {}
  return parts.map(({ name, first_date, last_date }) => {
    const days = isDated(dataset) ? { first_date, last_date } : { first_date: null, last_date: null }
    return { ...days, at: known?.modified?.parts[name] ?? null }
  })
}

const versionOf = ({ version, origin, written_at }: Manifest, tier_used: Tier) => ({
  tier_used,
  version,
  origin,
  written_at,
})

function served(manifest: Manifest | null): Manifest {
  if (!manifest) throw notReady()
  return manifest
}

const headersOf = ({ version, origin }: Manifest) => ({ 'X-Data-Version': version, 'X-Data-Origin': origin })

const dates = {
  first_date: schema.nullable(schema.day('First key date in it; null where it has no rows')),
  last_date: schema.nullable(schema.day('Last key date in it; null where it has no rows')),
}

const modifiedSchema = (of: string): schema.Schema =>
  schema.nullable(
    schema.instant(
      `When the service last read that rows of ${of} came, were corrected or withdrawn; a new sighting alone (as_of_date) is no change. Of a dataset without revisions (\`changes\` tells) when its files last changed. Null where nothing tells: its pages are being made, or those before were made by release 0.10`,
    ),
  )

const fileSchema = schema.object('BulkFile', 'A Parquet file', {
  part: {
    type: 'string',
    pattern: `^(${namePattern})$`,
    description:
      'The period of its rows: a year, a month, a third of a month (a, b, c) or a day; history: all closed years; all: a dataset that is one file',
  },
  url: schema.string('Path of the file, relative to the base address; equal bytes keep their path'),
  rows: schema.count('Rows of the file'),
  bytes: schema.count('Size of the file'),
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file, which is also its ETag' },
  ...dates,
  last_modified: modifiedSchema('the file'),
})

const holding: Readonly<Record<string, schema.Schema>> = {
  dataset: schema.datasetName,
  rows: schema.count('Rows of all files'),
  bytes: schema.count('Size of all files'),
  ...dates,
  last_modified: modifiedSchema('the dataset'),
  key: schema.listOf(schema.string(), 'Columns that identify a row; the files are sorted by them'),
  key_date: schema.orNull(
    'string',
    'The column of the key that start_date and end_date filter; null where the key has no date',
  ),
  queries: schema.listOf(
    schema.string(),
    'Query strings of /v1/data/{dataset} that together give every row of the files',
  ),
  changes: {
    type: 'boolean',
    description:
      'Whether /v1/changes/{dataset} tells all that happens to the rows; false where rows are computed again, age out or are merely seen again, so that a copy has to fetch changed files',
  },
  files: schema.listOf(fileSchema, 'The files; together they are the dataset, and no row is in two of them'),
}

const version: Readonly<Record<string, schema.Schema>> = {
  tier_used: schema.tier("The caller's tier"),
  version: schema.string('Version of the data'),
  origin: schema.oneOf(['demo', 'live'], 'demo: simulated rows; live: rows of the exchanges'),
  written_at: schema.instant('When the version was written'),
}

const responseHeaders = ['X-Data-Version', 'X-Data-Origin'] as const

export const listBulk = route('GET /v1/bulk', 'listBulk', {
  tag: 'data',
  about: {
    en: 'The Parquet files of every dataset that your tier covers, with rows, size, SHA-256 and dates.',
    zh: '您的方案可讀取之所有資料集的 Parquet 檔案，含列數、大小、SHA-256 與日期範圍。',
  },
  guide: {
    bulk: [
      {
        en: 'Every dataset is also a set of Parquet files: `GET /v1/bulk/{dataset}` lists those of the current version. Together they hold exactly the rows of the dataset: those of delisted securities, matured bonds and all periods too, sorted by primary key, in the columns and types of `format=parquet`.',
        zh: '每個資料集亦提供 Parquet 檔案：`GET /v1/bulk/{dataset}` 列出目前版本的檔案。各檔合計即為該資料集的全部資料列，包含已下市（櫃）證券、已到期債券與所有財報期間，依主鍵排序，欄位與型別同 `format=parquet`。',
      },
      {
        en: 'A file is read whole or in parts (`Range`), so that DuckDB and polars scan it in place. Its name changes when its bytes do, and its ETag is its SHA-256; a file of an older version is served for 24 hours more. All requests of a user for one file within an hour count as one call, and a 304 costs nothing.',
        zh: '檔案可整份或分段讀取（`Range`），DuckDB 與 polars 可直接遠端掃描。內容改變時檔名隨之改變，ETag 即為 SHA-256；舊版檔案仍提供 24 小時。同一使用者一小時內對同一檔案的所有請求計為一次呼叫，304 不計。',
      },
    ],
  },
  auth: 'key',
  counts: 'bulk',
  responses: {
    200: {
      schema: schema.object('BulkList', 'The files of a version', {
        ...version,
        count: schema.count('Number of datasets listed'),
        datasets: schema.listOf(schema.object('BulkHolding', 'The files of a dataset', holding)),
        not_covered: schema.listOf(schema.datasetName, 'Datasets that need a higher tier, which are not listed'),
      }),
      headers: responseHeaders,
    },
  },
  fails: ['not_ready'],
  async handle({ caller }, services) {
    const manifest = served(services.manifest())
    const [covered, others] = [true, false].map((isCovered) =>
      catalogue.filter((dataset) => covers(caller.tier, dataset.tier) === isCovered),
    ) as [Dataset[], Dataset[]]
    return {
      headers: headersOf(manifest),
      body: {
        ...versionOf(manifest, caller.tier),
        count: covered.length,
        datasets: covered.map((dataset) => heldIn(manifest, services, dataset)),
        not_covered: others.map(({ name }) => name),
      },
    }
  },
})

export const bulkDataset = route('GET /v1/bulk/{dataset}', 'bulkDataset', {
  tag: 'data',
  about: {
    en: 'The Parquet files of a dataset, with rows, size, SHA-256 and dates. Needs a key whose tier covers the dataset.',
    zh: '資料集的 Parquet 檔案，含列數、大小、SHA-256 與日期範圍。金鑰的方案必須涵蓋該資料集。',
  },
  auth: 'key',
  partOf: ({ dataset }) => datasetNamed(dataset!),
  head: [datasetParameter],
  responses: {
    200: {
      schema: schema.object('BulkDataset', 'The files of a dataset in a version', {
        ...version,
        ...holding,
        modified: schema.listOf(
          schema.object('ModifiedDays', 'Consecutive days whose rows last changed at the same time', {
            first_date: schema.nullable(schema.day('First of the days; null where the key has no date')),
            last_date: schema.nullable(schema.day('Last of the days; null where the key has no date')),
            last_modified: modifiedSchema('these days'),
          }),
          'The days of the dataset with the time of their last change, oldest first; days without rows between others, and those whose rows were all withdrawn, are listed too',
        ),
      }),
      headers: responseHeaders,
    },
  },
  fails: ['unknown_dataset', 'not_ready'],
  async handle({ params, caller }, services) {
    const manifest = served(services.manifest())
    const dataset = datasetNamed(params.dataset!)
    const days = await whenHere(services.library, () => daysOf(services, manifest, dataset))
    return {
      headers: headersOf(manifest),
      body: {
        ...versionOf(manifest, caller.tier),
        ...heldIn(manifest, services, dataset),
        modified: days.map(({ first_date, last_date, at }) => ({ first_date, last_date, ...lastModified(at) })),
      },
    }
  },
})

const fileHeaders = [...responseHeaders, 'Accept-Ranges', 'Content-Disposition'] as const

const fileBody: schema.Schema = {
  type: 'string',
  contentMediaType: formats.parquet.type,
  description: 'A Parquet file',
}

/** A file of a dataset; `bulk.ts` opens it. */
export const bulkFile = route('GET /v1/bulk/{dataset}/{file}', 'bulkFile', {
  tag: 'data',
  about: {
    en: 'A Parquet file of a dataset, whole or in parts (Range, If-Range). All requests for a file within an hour are one call.',
    zh: '資料集的 Parquet 檔案，可整份或分段讀取（Range、If-Range）。一小時內對同一檔案的所有請求計為一次呼叫。',
  },
  auth: 'key',
  partOf: ({ dataset }) => datasetNamed(dataset!),
  once: ({ dataset, file }, { caller }) => (caller ? onceOf(caller, dataset!, file!) : undefined),
  head: [
    datasetParameter,
    pathParameter('file', 'Name of a file, as the list of files has it', '檔名，見檔案清單', {
      type: 'string',
      pattern: `^(${namePattern})-[0-9a-f]{16}\\.parquet$`,
    }),
    requestHeader('Range', 'Bytes of the file, one range: bytes=0-65535', '檔案的位元組範圍，限一段：bytes=0-65535'),
    requestHeader('If-Range', 'ETag of the file that the range belongs to', '該範圍所屬檔案的 ETag'),
  ],
  responses: {
    200: { description: 'The whole file', type: formats.parquet.type, schema: fileBody, headers: fileHeaders },
    206: {
      description: 'The part of the file that Range names',
      type: formats.parquet.type,
      schema: fileBody,
      headers: ['ETag', ...fileHeaders, 'Content-Range'],
    },
  },
  fails: ['unknown_dataset', 'unknown_file', 'range_not_satisfiable', 'not_ready'],
  reply: ({ request, params }, services) => openFile(request, datasetNamed(params.dataset!), params.file!, services),
})
