import { calendarDay, yearOf } from '../../days.ts'
import { oncePer } from '../oncePer.ts'
import type { Path } from '../path.ts'
import type { World } from '../world.ts'
import { booksOf } from './books.ts'
import { type Distribution, distributionsOf, inForce } from './distributions.ts'
import { deadlineOf, quarterEnd, yearOfQuarter } from './publication.ts'
import { restated } from './shares.ts'

/** The year's last payment is decided: from here on the year counts. */
const endsYear = ({ plan: { firstQuarter, quarters } }: Distribution): boolean => firstQuarter - 1 + quarters === 4

/** Companies that pay nothing are given the year whose meeting of owners is over. */
const meetingOver = 7

const paysDividends = ({ plans }: World, { security }: Path): boolean =>
  plans.get(security.id)!.some(({ kind }) => kind === 'distribution')

function dividendAt(world: World, path: Path, distributions: readonly Distribution[], position: number) {
  const latest = distributions.findLast((one) => one.decidedAt <= position && endsYear(one))
  if (!latest) {
    if (paysDividends(world, path)) return { dividend: null, dividendYear: null }
    const day = world.calendar.days[position]!
    const year = yearOf(day)
    return { dividend: 0, dividendYear: day >= calendarDay(year, meetingOver, 1) ? year - 1 : year - 2 }
  }
  const { fiscalYear } = latest.plan
  let dividend = 0
  for (const one of distributions) {
    const announced = one.plan.fiscalYear === fiscalYear ? inForce(one, position) : undefined
    if (announced) dividend += Math.round(announced.cash / restated(path, announced.position, position))
  }
  return { dividend, dividendYear: fiscalYear }
}

/** The published figures per share from each position on: cents, dividends in millionths. */
function stepsOf(world: World, path: Path) {
  const { calendar, through } = world
  const books = booksOf(world, path)
  const distributions = distributionsOf(world, path)
  const positions = new Set([0])
  const publications: { quarter: number; position: number }[] = []
  for (const quarter of books.keys()) {
    const position = calendar.atOrAfter(deadlineOf(quarter))
    if (position > through) continue
    publications.push({ quarter, position })
    positions.add(position)
  }
  for (const { decidedAt, announcements } of distributions) {
    positions.add(decidedAt)
    for (const { position } of announcements) positions.add(position)
  }
  for (const { kind, at } of path.actions) if (kind === 'par' || kind === 'reduction') positions.add(at)
  if (!paysDividends(world, path))
    for (let year = yearOf(calendar.days[0]!); year <= yearOf(calendar.days[through]!); year++)
      positions
        .add(Math.min(through, calendar.atOrAfter(calendarDay(year, meetingOver, 1))))
        .add(Math.min(through, calendar.atOrAfter(calendarDay(year, 1, 1))))

  return [...positions]
    .sort((a, b) => a - b)
    .map((position) => {
      const newest = publications.findLast((one) => one.position <= position)?.quarter
      // Figures of before a par change or a reduction are put in terms of the shares of today.
      const today = (quarter: number, cents: number): number =>
        Math.round(cents / restated(path, calendar.atOrBefore(quarterEnd(quarter)), position))
      // Of the last four published quarters; null before there are four.
      let eps: number | null = newest === undefined || !books.has(newest - 3) ? null : 0
      if (eps !== null) for (let q = newest! - 3; q <= newest!; q++) eps += today(q, books.get(q)!.income.eps)
      return {
        position,
        eps,
        bookValue: newest === undefined ? null : today(newest, books.get(newest)!.equity.bookValue),
        ...dividendAt(world, path, distributions, position),
        fiscalPeriod: newest === undefined ? null : `${yearOfQuarter(newest)}Q${(newest % 4) + 1}`,
      }
    })
}

/**
 * The positions at which the published figures of a company change: publications, announcements, par changes and
 * reductions.
 */
export const valuationsOf = oncePer(stepsOf)
