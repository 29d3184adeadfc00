import { type Dataset, keepsRevisions } from '../../catalogue/dataset.ts'
import { taipeiInstant } from '../../days.ts'
import { notReady, problem } from '../../errors.ts'
import { type Fault, namesAmong, optional, text } from '../../fields.ts'
import { type RevisionKind, revisionKinds } from '../../lake/revisions.ts'
import { allVersions } from '../../pages/knownFile.ts'
import type { OpenPages } from '../../pages/open.ts'
import { wholeStream } from '../../pages/stream.ts'
import { type CursorKeys, seal, unseal } from '../../query/cursor.ts'
import { take } from '../../query/find.ts'
import { type Change, type ChangePlace, changesSince } from '../../query/known/changes.ts'
import { timelineOf } from '../../query/known/open.ts'
import { limits, parameters, readInstant } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import { datasetParameter } from '../openapi/parameters.ts'
import { cursorSchema } from '../openapi/rows.ts'
import * as schema from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { assertNotAfter } from '../request/instant.ts'
import { collectFaults, faultOf } from '../request/query.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

const since = text(
  'Changes after this version of the data (`X-Data-Version`), or after this date or instant',
  '此資料版本（`X-Data-Version`）或此日期、時點之後的變動',
)

const kindList = namesAmong(
  revisionKinds,
  'Only changes of these kinds, separated by commas: inserted, corrected, withdrawn',
  '僅列出這些種類的變動，以逗號分隔：inserted、corrected、withdrawn',
)

/** The place of a reader: the version that is read, the start, the kinds, and the last change sent. */
type Cursor = {
  readonly version: string
  readonly since: number
  readonly limit: number
  readonly kinds: readonly RevisionKind[]
  readonly after: ChangePlace
}

const nameOf = ({ name }: Dataset): string => `${name}/changes`

const writeCursor = (
  keys: CursorKeys,
  dataset: Dataset,
  origin: string,
  { version, since, limit, kinds, after }: Cursor,
) => seal(keys, [origin, version, nameOf(dataset), 0, limit, [after.at, after.key, since, kinds]])

function readCursor(keys: CursorKeys, dataset: Dataset, origin: string, raw: string): Cursor {
  const [its, version, name, , limit, place] = unseal(keys, raw)
  if (name !== nameOf(dataset) || its !== origin)
    throw problem('invalid_cursor', [
      { en: `it is not one of the changes of ${dataset.name}`, zh: `並非 ${dataset.name} 變動的 cursor` },
    ])
  const [at, key, from, kinds] = place
  return { version, since: from, limit, kinds, after: { at, key } }
}

/** The instant after which changes are asked for: that of a version, or the one given. */
function instantOf({ library, now }: Services, pages: OpenPages, raw: string): number {
  const file = pages.known[allVersions]
  if (!file) throw notReady()
  const found = library.reader.known(file).versions.findLast(([, version]) => version === raw)
  if (found) return found[0]
  const instant = readInstant(raw)
  const faults: Fault[] = []
  assertNotAfter(now, instant, faults, 'since')
  collectFaults(faults)
  if (instant !== null) return Date.parse(instant)
  throw faultOf('since', {
    en: 'must be a version that was served here, a date, or an instant with its offset',
    zh: '須為本服務曾提供的版本、日期，或含時區的時點',
  })
}

type Given = {
  readonly since: string | undefined
  readonly limit: number | undefined
  readonly kind: readonly string[] | undefined
  readonly cursor: string | undefined
}

function pageOf(services: Services, dataset: Dataset, given: Given) {
  const { library, cursorKeys } = services
  const current = library.current()
  if (!current || current.missing.includes(dataset.name)) throw notReady()
  const held = given.cursor === undefined ? null : readCursor(cursorKeys, dataset, current.origin, given.cursor)
  const pages = held ? library.version(held.version) : current
  if (!pages) throw problem('cursor_expired', [])
  if (!held && given.since === undefined)
    throw faultOf('since', {
      en: 'is missing: give a version, a date or an instant',
      zh: '缺少：請提供版本、日期或時點',
    })
  const from = given.since === undefined ? held!.since : instantOf(services, pages, given.since)
  if (held && from !== held.since)
    throw problem('invalid_cursor', [{ en: '`since` is not that of its first page', zh: '`since` 與第一頁不同' }])
  const kinds = given.kind ? revisionKinds.filter((one) => given.kind!.includes(one)) : (held?.kinds ?? revisionKinds)
  if (held && String(kinds) !== String(held.kinds))
    throw problem('invalid_cursor', [{ en: '`kind` is not that of its first page', zh: '`kind` 與第一頁不同' }])
  const limit = given.limit ?? held?.limit ?? limits.defaultRows
  const timeline = timelineOf(library.reader, pages, dataset)
  if (!timeline) throw notReady()
  const parts = pages.datasets[dataset.name] ?? []
  const streams = [wholeStream(library.reader, parts)]
  const changes = changesSince(
    timeline,
    { present: (range, after, most) => take(library.reader, { streams, range, view: null }, after, most) },
    from,
    held?.after ?? null,
    kinds,
  )
  const page: Change[] = []
  for (const change of changes) {
    page.push(change)
    if (page.length > limit) break
  }
  const shown = page.slice(0, limit)
  const place = { version: pages.version, since: from, limit, kinds, after: shown.at(-1)! }
  const cursor = page.length > limit ? writeCursor(cursorKeys, dataset, pages.origin, place) : null
  return { pages, from, shown, cursor }
}

const rowSchema = (about: string): schema.Schema => ({ type: ['object', 'null'], description: about })

const changeSchema = schema.object('Change', 'What a version of the data changed in a row', {
  kind: schema.oneOf(
    ['inserted', 'corrected', 'withdrawn'],
    'inserted: the row is new; corrected: its values changed; withdrawn: the publisher no longer has it',
  ),
  version: schema.string('The version of the data that has the change'),
  recorded_at: schema.string('When the change was read here'),
  known_at: schema.orNull('string', 'When the row became known; null where nothing tells'),
  before: rowSchema('The row before; null where it is new'),
  after: rowSchema('The row after; null where it was withdrawn'),
})

export const datasetChanges = route('GET /v1/changes/{dataset}', 'datasetChanges', {
  tag: 'data',
  about: {
    en: 'What changed in a dataset since a version, a date or an instant: inserted, corrected and withdrawn rows, in the order of the versions. Needs a key whose tier covers the dataset.',
    zh: '自某版本、日期或時點以來資料集的變動：新增、更正與撤回的資料列，依版本順序排列。金鑰的方案必須涵蓋該資料集。',
  },
  head: [datasetParameter],
  auth: 'key',
  partOf: ({ dataset = '' }) => datasetNamed(dataset),
  query: { since: optional(since), kind: optional(kindList), limit: parameters.limit, cursor: parameters.cursor },
  responses: {
    200: {
      description: 'A page of changes',
      schema: schema.object(
        'Changes',
        'Changes, in the order of the versions, and of a version by rows, the oldest first',
        {
          dataset: schema.datasetName,
          tier_used: schema.tier("The caller's tier"),
          since: schema.string('The instant after which changes are listed'),
          count: schema.count('Number of changes in data'),
          data: schema.listOf(changeSchema),
          cursor: cursorSchema,
        },
      ),
      headers: ['X-Data-Version', 'X-Data-Origin', 'Link?'],
    },
  },
  fails: ['unknown_dataset', 'invalid_cursor', 'cursor_expired', 'not_ready'],
  async handle({ query, params, caller }, services) {
    const dataset = datasetNamed(params.dataset!)
    if (!keepsRevisions(dataset)) {
      const { from } = dataset.derived ?? { from: [] }
      throw faultOf(
        'dataset',
        from.length > 0
          ? {
              en: `keeps no changes; its inputs do: ${from.join(', ')}`,
              zh: `不保存變動紀錄；可改查其來源：${from.join('、')}`,
            }
          : { en: 'keeps no changes: it has its newest rows alone', zh: '不保存變動紀錄：僅有最新的資料列' },
      )
    }
    await services.pageWaiter.wait(dataset.name)
    const { pages, from, shown, cursor } = await whenHere(services.library, () => pageOf(services, dataset, query))
    return {
      headers: { 'X-Data-Version': pages.version, 'X-Data-Origin': pages.origin },
      body: {
        dataset: dataset.name,
        tier_used: caller.tier,
        since: taipeiInstant(from),
        count: shown.length,
        data: shown.map(({ kind, version, at, knownAt, before, after }) => ({
          ...{
            kind,
            version,
            recorded_at: taipeiInstant(at),
            known_at: knownAt === null ? null : taipeiInstant(knownAt),
          },
          before: before === null ? null : JSON.parse(before),
          after: after === null ? null : JSON.parse(after),
        })),
        cursor,
      },
    }
  },
})
