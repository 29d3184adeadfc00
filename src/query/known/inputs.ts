import type { Dataset } from '../../catalogue/dataset.ts'
import { notReady } from '../../errors.ts'
import type { FileReader } from '../../pages/file.ts'
import type { OpenPages } from '../../pages/open.ts'
import { measure, type Range, selectOne } from '../../pages/select.ts'
import { idStream, type Stream, wholeStream } from '../../pages/stream.ts'
import type { Row } from '../formats/page.ts'
import { timelineOf } from './open.ts'
import type { StoodRow } from './timeline.ts'
import { type Past, presentRows, stoodRows } from './view.ts'

export type Days = Omit<Range, 'includeHidden'>
export type Inputs = ReturnType<typeof inputsAt>

export const newestFirst: Days = { from: null, to: null, ascending: false }

/** The rows of a few datasets as they stood at an instant, hidden ones too. */
export function inputsAt(reader: FileReader, pages: OpenPages, instant: number, atOnce: number) {
  const inputs = new Map<Dataset, ReturnType<typeof openInput>>()
  const streams = new Map<string, Stream>()
  const partsOf = ({ name }: Dataset) => pages.datasets[name] ?? []

  function openInput(dataset: Dataset) {
    // Null where the lake has no row of the dataset.
    const timeline = timelineOf(reader, pages, dataset)
    if (pages.missing.includes(dataset.name) || (!timeline && partsOf(dataset).length > 0)) throw notReady()
    const revised = timeline?.revisedAfter(instant) ?? []
    const last = instant === Number.POSITIVE_INFINITY ? null : timeline?.lastDayKnown(instant)
    return {
      timeline,
      revised: Map.groupBy(revised, ({ row }) => (dataset.id && row[dataset.id]) as string | null),
      last,
    }
  }
  function inputOf(dataset: Dataset) {
    const input = inputs.get(dataset) ?? openInput(dataset)
    inputs.set(dataset, input)
    return input
  }
  function streamOf(dataset: Dataset, id: string | null): Stream {
    const name = `${dataset.name} ${id}`
    const own = () => (id === null ? wholeStream(reader, partsOf(dataset)) : idStream(reader, partsOf(dataset), id))
    const stream = streams.get(name) ?? own() ?? wholeStream(reader, [])
    streams.set(name, stream)
    return stream
  }

  return {
    /** The rows of an id, or of all. */
    *rows(dataset: Dataset, id: string | null, days = newestFirst): Generator<StoodRow, void> {
      const { timeline, revised, last } = inputOf(dataset)
      if (!timeline) return
      const past: Past = {
        ...{ dataset, timeline, instant, atOnce, knownBy: null, period: null, inactive: new Set() },
        ...(id === null ? { ids: null } : { ids: [id], revised: revised.get(id) ?? [] }),
        present: (range, after, limit) => selectOne(reader, streamOf(dataset, id), range, after, limit),
      }
      const to = last && (days.to === null || days.to > last.day) ? last.day : days.to
      yield* stoodRows(past, { ...days, to, includeHidden: true })
    },
    /** The oldest row of an id today. */
    oldestToday(dataset: Dataset, id: string): Row | null {
      for (const part of partsOf(dataset).toReversed()) {
        const stream = idStream(reader, [part], id)
        const present: Past['present'] = (range, after) => selectOne(reader, stream!, range, after, 1)
        const range = { ...newestFirst, ascending: true, includeHidden: true }
        if (stream) for (const { row } of presentRows({ present }, range)) return row
      }
      return null
    },
    /** Whether an id, or a dataset without ids, surely has the same rows up to a day as today; of an id by their number. */
    isAsToday(dataset: Dataset, id: string | null, to: number, count: number | null = null): boolean {
      const { timeline, revised, last } = inputOf(dataset)
      if (revised.get(id)?.some(({ row }) => timeline!.dayOf(row) <= to)) return false
      if (id === null) return last === null || (last !== undefined && last.whole >= to)
      const range = { ...newestFirst, to, includeHidden: true }
      return count === null || count === measure(reader, [streamOf(dataset, id)], range).rows
    },
  }
}
