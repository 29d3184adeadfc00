import { type Dataset, isDated } from '../../catalogue/dataset.ts'
import { taipeiDate } from '../../days.ts'
import type { FileReader } from '../../pages/file.ts'
import { isHiddenById } from '../../pages/hidden.ts'
import type { KnownContent } from '../../pages/knownFile.ts'
import type { OpenFile, OpenPages, OpenPart } from '../../pages/open.ts'
import { isEmpty, type Range } from '../../pages/select.ts'
import { idStream } from '../../pages/stream.ts'
import { remembering } from '../../recent.ts'
import { allRows } from '../directory.ts'
import { Timeline } from './timeline.ts'

const timelines = new WeakMap<KnownContent, Timeline>()

/** When the rows of a dataset became known; null where its pages were made before that was recorded. */
export function timelineOf(reader: FileReader, pages: OpenPages, dataset: Dataset): Timeline | null {
  const file = pages.known[dataset.name]
  if (!file) return null
  const content = reader.known(file)
  const known = timelines.get(content) ?? new Timeline(dataset, content)
  timelines.set(content, known)
  return known
}

/** The last day of each security that is no longer listed, as far as it is known. */
function readLastDays(reader: FileReader, pages: OpenPages): ReadonlyMap<string, string> {
  const days = new Map<string, string>()
  for (const name of ['TaiwanStockOverview', 'TaiwanStockOverviewIncludeWarrant'])
    for (const { stock_id, delisting_date, expiration_date } of allRows(reader, pages, name)) {
      const [id, day] = [String(stock_id), delisting_date ?? expiration_date]
      if (pages.inactive.has(id) && typeof day === 'string' && day > (days.get(id) ?? '')) days.set(id, day)
    }
  return days
}

const lastDays = new WeakMap<OpenPages, ReadonlyMap<string, string>>()
const inactiveOn = new WeakMap<OpenPages, (date: string) => ReadonlySet<string>>()
/** Days whose delisted securities are kept at hand. */
const mostDays = 64

/** The securities that were delisted at an instant. */
export function inactiveAt(reader: FileReader, pages: OpenPages, instant: number): ReadonlySet<string> {
  const days = lastDays.get(pages) ?? readLastDays(reader, pages)
  lastDays.set(pages, days)
  const find =
    inactiveOn.get(pages) ??
    remembering(mostDays, (date: string) => new Set([...pages.inactive].filter((id) => (days.get(id) ?? '') <= date)))
  inactiveOn.set(pages, find)
  return find(taipeiDate(instant))
}

/** What is derived from a set of delisted securities, by dataset: kept as long as the set, which belongs to a version. */
const hidings = new WeakMap<ReadonlySet<string>, Map<string, OpenPart[]>>()
const counts = new WeakMap<ReadonlySet<string>, Map<string, number>>()

function keptWith<V>(
  kept: WeakMap<ReadonlySet<string>, Map<string, V>>,
  of: ReadonlySet<string>,
  name: string,
  make: () => V,
): V {
  const own = kept.get(of) ?? new Map<string, V>()
  kept.set(of, own)
  const found = own.get(name) ?? make()
  own.set(name, found)
  return found
}

/** The parts of a dataset whose rows of these securities are hidden, instead of those that are delisted today. */
export function hiding(
  dataset: Dataset,
  parts: readonly OpenPart[],
  inactive: ReadonlySet<string>,
): readonly OpenPart[] {
  if (!isHiddenById(dataset)) return parts
  const of = (file: OpenFile): OpenFile => ({ ...file, hidden: null, inactive: inactive.size === 0 ? null : inactive })
  return keptWith(hidings, inactive, dataset.name, () =>
    parts.map((part) => ({ ...part, byId: part.byId && of(part.byId), byDate: of(part.byDate) })),
  )
}

/** The number of delisted securities with rows in a range. */
export function countInactive(
  reader: FileReader,
  dataset: Dataset,
  parts: readonly OpenPart[],
  inactive: ReadonlySet<string>,
  range: Range,
): number {
  const isAll = range.from === null || !isDated(dataset)
  const count = (): number =>
    [...inactive].filter((id) => {
      const stream = idStream(reader, parts, id)
      return stream && (isAll || !isEmpty(reader, stream, range))
    }).length
  return isAll ? keptWith(counts, inactive, dataset.name, count) : count()
}
