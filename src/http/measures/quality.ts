import { catalogue } from '../../catalogue/index.ts'
import { dayOf, taipeiInstant } from '../../days.ts'
import type { Language } from '../../errors.ts'
import { notReady } from '../../errors.ts'
import { publishedTime } from '../../market/publishedTime.ts'
import type { OpenPages } from '../../pages/open.ts'
import { timelineOf } from '../../query/known/open.ts'
import { whenHere } from '../../query/remote.ts'
import type { Quality } from '../../web/views/quality.ts'
import type { Services } from '../services.ts'
import { statusOf, tradingDaysOf } from './status.ts'

/** Trading days whose times are compared with the promised ones. */
const daysCompared = 20

type Kept = Pick<Quality, 'corrections' | 'times'>

const kept = new WeakMap<OpenPages, Promise<Kept>>()

/** What the known files of a version tell: revisions by month, and when the rows of the newest days were read. */
async function readKept(services: Services, pages: OpenPages): Promise<Kept> {
  const { library } = services
  const days = (await tradingDaysOf(services)).slice(0, daysCompared)
  return whenHere(library, () => {
    const [corrections, times]: [Quality['corrections'][number][], Quality['times'][number][]] = [[], []]
    for (const dataset of catalogue) {
      const timeline = timelineOf(library.reader, pages, dataset)
      if (!timeline) continue
      for (const { month, counts } of timeline.revisionsByMonth())
        corrections.push({ dataset: dataset.name, month, ...counts })
      if (dataset.complete?.every !== 'trading_day' || dataset.derived) continue
      const promised_time = pages.origin === 'demo' ? publishedTime : dataset.update
      const read = days.flatMap((date) => {
        const at = timeline.readAt(dayOf(date))
        const minutes = at === null ? 0 : Math.round((at - Date.parse(`${date}T${promised_time}:00+08:00`)) / 60_000)
        return at === null ? [] : [{ date, read_at: taipeiInstant(at), minutes }]
      })
      const sorted = read.map(({ minutes }) => minutes).sort((a, b) => a - b)
      times.push({
        ...{ dataset: dataset.name, promised_time, days: read.length },
        on_time: sorted.filter((minutes) => minutes <= 0).length,
        median_minutes: sorted[sorted.length >> 1] ?? null,
        latest_minutes: sorted.at(-1) ?? null,
        newest: read[0] ?? null,
      })
    }
    return { corrections, times }
  })
}

/** The quality of the rows: rules, corrections, and promised and real times. */
export async function qualityOf(services: Services, language: Language): Promise<Quality> {
  const pages = services.library.current()
  if (!pages) throw notReady()
  const found = kept.get(pages) ?? readKept(services, pages)
  kept.set(pages, found)
  found.catch(() => kept.delete(pages))
  const [{ rules }, { corrections, times }] = await Promise.all([statusOf(services, language), found])
  return { version: pages.version, origin: pages.origin as Quality['origin'], rules, corrections, times }
}
