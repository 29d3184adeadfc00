import { type Dataset, isDated, sightings } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { dateOf, dayOf, taipeiDate } from '../../days.ts'
import { notReady, problem } from '../../errors.ts'
import type { FileReader } from '../../pages/file.ts'
import type { OpenPages } from '../../pages/open.ts'
import { selectOne } from '../../pages/select.ts'
import { wholeStream } from '../../pages/stream.ts'
import { timelineOf } from './open.ts'
import type { Timeline } from './timeline.ts'
import { type Past, stoodRows } from './view.ts'

/** What SQL needs to have the rows of a dataset as they stood at an instant, from those of the present. */
export type PastRows = {
  readonly dataset: string
  /** The last day whose rows are those of the present, but for `gone`; null where none are. */
  readonly until: string | null
  /** The keys of rows up to then that stood otherwise, as a list in JSON. */
  readonly gone: string
  /** All other rows as they stood, as a list in JSON. */
  readonly rows: string
}

/** Most rows that are handed to SQL one by one. */
const mostRows = 200_000

const newestFirst = { from: null, to: null, ascending: false, includeHidden: true } as const

/** The rows of a dataset as they stood, hidden ones too. */
function pastOf(reader: FileReader, pages: OpenPages, dataset: Dataset, timeline: Timeline, instant: number): Past {
  const streams = [wholeStream(reader, pages.datasets[dataset.name] ?? [])]
  return {
    ...{ dataset, timeline, instant, knownBy: null, ids: null, period: null, inactive: new Set() },
    present: (range, after, limit) => selectOne(reader, streams[0]!, range, after, limit),
  }
}

function timelineIn(reader: FileReader, pages: OpenPages, dataset: Dataset): Timeline | null {
  const timeline = timelineOf(reader, pages, dataset)
  if (!timeline && (pages.datasets[dataset.name] ?? []).length > 0) throw notReady()
  return timeline
}

/** The rows of a dataset at an instant for SQL; pauses after some of them. */
export function* pastRows(
  reader: FileReader,
  pages: OpenPages,
  dataset: Dataset,
  instant: number,
): Generator<void, PastRows> {
  const timeline = timelineIn(reader, pages, dataset)
  if (!timeline) return { dataset: dataset.name, until: null, gone: '[]', rows: '[]' }
  const past = pastOf(reader, pages, dataset, timeline, instant)
  const isList = !isDated(dataset) || sightings.some((name) => name in dataset.columns)
  const last = isList ? null : timeline.lastDayKnown(instant)
  const whole = last?.whole ?? Number.NEGATIVE_INFINITY
  const revised = timeline.revisedAfter(instant).filter(({ row }) => timeline.dayOf(row) <= whole)
  const rows: string[] = []
  for (const { key } of revised) {
    const stood = timeline.at(key, null, instant)
    if (stood) rows.push(stood.text)
  }
  const later = { ...newestFirst, from: last ? whole + 1 : null, to: last?.day ?? null }
  for (const { text } of !last || last.day > whole ? stoodRows(past, later) : []) {
    rows.push(text)
    if (rows.length > mostRows) throw problem('query_too_expensive', [], { extra: { sql: null } })
    if (rows.length % 1_000 === 0) yield
  }
  const gone = revised.map(({ row }) => Object.fromEntries(dataset.key.map((name) => [name, row[name]])))
  return {
    dataset: dataset.name,
    until: whole === Number.NEGATIVE_INFINITY ? null : dateOf(whole),
    gone: JSON.stringify(gone),
    rows: `[${rows.join(',')}]`,
  }
}

/** The newest key date of each dataset of which a row was known at an instant; null where none was. */
export function* newestKnown(
  reader: FileReader,
  pages: OpenPages,
  instant: number,
): Generator<void, Record<string, string | null>> {
  const newest: Record<string, string | null> = {}
  for (const dataset of catalogue) {
    yield
    const timeline = timelineIn(reader, pages, dataset)
    const last = timeline?.lastDayKnown(instant)
    if (!timeline) newest[dataset.name] = null
    else if (!last) newest[dataset.name] = taipeiDate(instant)
    else if (!timeline.isByRow) newest[dataset.name] = Number.isFinite(last.day) ? dateOf(last.day) : null
    else {
      const [first] = stoodRows(pastOf(reader, pages, dataset, timeline, instant), { ...newestFirst, to: last.day })
      newest[dataset.name] = first ? dateOf(dayOf(first.row[dataset.date] as string)) : null
    }
  }
  return newest
}
