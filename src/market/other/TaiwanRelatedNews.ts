import { createHash } from 'node:crypto'
import { TaiwanRelatedNews } from '../../catalogue/other/TaiwanRelatedNews.ts'
import { addMonths, dateOf, dayMs, dayOf, dayOfMonth, monthOf, taipeiMs, weekdayOf, yearOf } from '../../days.ts'
import { dispositionDays, dispositionsOf } from '../chips/dispositions.ts'
import { changePercent } from '../fundamentals/amounts.ts'
import { monthRevenue } from '../fundamentals/company.ts'
import { monthIndex, reports } from '../fundamentals/publication.ts'
import { isCompany } from '../fundamentals/shares.ts'
import { marketAt } from '../listing.ts'
import { type Path, traded } from '../path.ts'
import { between, bits } from '../random.ts'
import { wholeTable } from '../table.ts'
import { totalsOf } from '../technical/totals.ts'
import type { World } from '../world.ts'
import {
  actionStory,
  daysStory,
  dispositionStory,
  haltStory,
  limitStory,
  marketStory,
  revenueStory,
  type Story,
  sectorStory,
} from './headlines.ts'
import { newestOf } from './span.ts'

const sources = { mops: '公開資訊觀測站', twse: '臺灣證券交易所', tpex: '證券櫃檯買賣中心' } as const

/** A year of news when a market is new; it grows from there. */
function firstPosition(world: World): number {
  const { calendar, options } = world
  const first = dayOf(options.from)
  return calendar.atOrAfter(Math.max(first, Math.min(addMonths(first, 30), addMonths(newestOf(world), -12))))
}

const isListed = ({ first, last }: Path, t: number): boolean => t >= first && t <= last

/** The events of a day that are worth a headline, the most important first. */
function eventsOf(world: World, t: number): Story[] {
  const { seed, calendar, paths } = world
  const day = calendar.days[t]!
  const [actions, halts, ups, downs]: Story[][] = [[], [], [], []]
  const notices = dispositionsOf(world)
    .filter(({ at }) => at === t)
    .map(({ path, count }) => dispositionStory(path, day, dispositionDays, count === 1))
  for (const path of paths) {
    if (!isListed(path, t) || t === path.first) continue
    for (const action of path.actions) if (action.at === t) actions!.push(actionStory(path, action, day))
    for (const { haltedAt, at, fullDay } of path.halts) {
      if (fullDay && haltedAt === t) halts!.push(haltStory(path, day, false))
      if (fullDay && at === t) halts!.push(haltStory(path, day, true))
    }
    if (path.status[t] !== traded || path.limitUp[t] === 0) continue
    if (path.close[t] === path.limitUp[t]) ups!.push(limitStory(path, t, day))
    else if (path.close[t] === path.limitDown[t]) downs!.push(limitStory(path, t, day))
  }
  const some = (stories: Story[], most: number, salt: number): Story[] => {
    const start = bits(seed, salt, t) % Math.max(1, stories.length)
    return [...stories.slice(start), ...stories.slice(0, start)].slice(0, most)
  }
  return [
    ...notices,
    ...some(halts!, 2, 4501),
    ...some(actions!, 3, 4502),
    ...some(ups!, 2, 4503),
    ...some(downs!, 1, 4504),
  ]
}

/** Companies that report last month's revenue on the day it is due, the first session from the tenth on. */
function revenueOf({ seed, calendar, paths }: World, t: number, most: number): Story[] {
  const day = calendar.days[t]!
  if (t !== calendar.atOrAfter(day - dayOfMonth(day) + 10)) return []
  const first = addMonths(day - dayOfMonth(day) + 1, -1)
  const month = monthIndex(yearOf(first), monthOf(first))
  const companies = paths.filter((path) => isCompany(path) && isListed(path, t) && reports(path.security, day))
  const start = bits(seed, 4505, month) % companies.length
  return Array.from({ length: Math.min(most, companies.length) }, (_, i) => {
    const { security } = companies[(start + i * 17) % companies.length]!
    const revenue = monthRevenue(seed, security, month)
    return revenueStory(
      security,
      dateOf(first),
      revenue,
      changePercent(revenue, monthRevenue(seed, security, month - 12)),
    )
  })
}

/** The strongest sector of the listed market; indices that leave an industry out are not sectors. */
const strongest = ({ sectors }: World, t: number) =>
  sectors
    .filter(({ market, excluding, close }) => market === 'TWSE' && !excluding && close[t - 1]! > 0)
    .reduce((best, index) =>
      index.close[t]! / index.close[t - 1]! > best.close[t]! / best.close[t - 1]! ? index : best,
    )

export const relatedNews = wholeTable(TaiwanRelatedNews, (world, push) => {
  const { seed, calendar, through, paths, taiex, tpex } = world
  const start = firstPosition(world)
  const turnoverOf = (market: string) =>
    totalsOf(world, start, through, ({ security }, day) => marketAt(security, day) === market).turnover
  const turnover = { main: turnoverOf('TWSE'), otc: turnoverOf('TPEX') }
  const giants = paths
    .filter(({ security, first, last }) => security.type === 'stock' && last >= first && security.delisted === null)
    .sort((a, b) => b.security.shares * b.security.anchor - a.security.shares * a.security.anchor)
    .slice(0, 60)
  for (let t = start; t <= through; t++) {
    const day = calendar.days[t]!
    const stories = [marketStory(taiex, t, turnover.main[t - start]!)]
    const quota = between(6, 10, seed, 4506, t)
    // The largest company is written about every Friday, the others in turn.
    if (weekdayOf(day) === 5 && giants[0]!.status[t] === traded) stories.push(daysStory(giants[0]!, t, day))
    stories.push(...eventsOf(world, t).slice(0, 5), ...revenueOf(world, t, 4))
    if (stories.length < quota) stories.push(sectorStory(strongest(world, t), t))
    if (stories.length < quota) stories.push(marketStory(tpex, t, turnover.otc[t - start]!))
    for (let i = 0; stories.length < quota && i < giants.length; i++) {
      const path = giants[(t * 7 + i) % giants.length]!
      const isCovered = stories.some(({ id }) => id === path.security.id)
      if (!isCovered && isListed(path, t) && path.status[t] === traded) stories.push(daysStory(path, t, day))
    }
    for (const [n, { slug, id, title, summary, provider, category, isEarly }] of stories.entries()) {
      const date = dateOf(day)
      const link = `https://example.invalid/${provider}/${date.replaceAll('-', '')}/${id}-${slug}`
      const minute = isEarly ? between(450, 529, seed, 4507, t, n) : between(825, 1049, seed, 4508, t, n)
      push({
        news_id: createHash('sha256').update(link).digest('hex').slice(0, 16),
        stock_id: id,
        publish_date: day,
        published_at: day * dayMs + minute * 60_000 - taipeiMs,
        title,
        source: sources[provider],
        link,
        summary,
        provider,
        category,
      })
    }
  }
})
