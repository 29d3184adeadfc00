import { isDated } from '../../catalogue/dataset.ts'
import { contractDatasets } from '../../catalogue/index.ts'
import { type DayOne, dayOneOf } from '../../ingest/plan/dayOne.ts'
import { feeds } from '../../sources/index.ts'

/** The table of docs/live.md: datasets that a first run fills, that need terms, and that need history. */

const codes = (names: readonly string[], word: 'and' | 'or'): string =>
  names.map((name) => `\`${name}\``).join(` ${word} `)

/** Each publisher once, with its datasets. */
function termsText({ terms, dataset }: DayOne): string {
  const groups = Map.groupBy(terms, ({ publishers }) => codes(publishers, 'or'))
  return [...groups]
    .map(([publishers, list]) => {
      const of = [...new Set(list.map((one) => one.of))].filter((name) => name !== dataset.name)
      return `${publishers}${of.length > 0 ? ` (${of.join(', ')})` : ''}`
    })
    .join(', ')
}

function needs(one: DayOne): string {
  const { dataset, isCumulative } = one
  return [
    ...(dataset.derived?.history ? [`history: ${dataset.derived.history.en}`] : []),
    ...(one.terms.length > 0 ? [`terms of ${termsText(one)}`] : []),
    ...(isCumulative ? ['history: the quarter before, for single quarters (`mops`, or import)'] : []),
  ].join('; ')
}

function dayOne({ status, markets, lacksEvents, isCumulative, dataset }: DayOne): string {
  if (status !== 'fills') return 'no'
  return [
    markets.length > 0 ? `yes, ${markets.join(' and ')} alone` : 'yes',
    ...(lacksEvents ? ['null before an event that is missing'] : []),
    ...(isCumulative ? ['as `period=cumulative`'] : []),
    ...(dataset.complete === null && dataset.id !== null && isDated(dataset) ? ['as events happen'] : []),
  ].join(', ')
}

export function printDayOne(): string {
  const all = dayOneOf(feeds, contractDatasets)
  const count = (status: DayOne['status']) => all.filter((one) => one.status === status).length
  return [
    `${count('fills')} of ${all.length} datasets fill on the first run without accepting any site's terms, ${count('terms')} need the terms of a publisher, ${count('history')} need history first.`,
    '',
    '| dataset | fills on day one | needs for the rest |',
    '|---|---|---|',
    ...all.map((one) => `| \`${one.dataset.name}\` | ${dayOne(one)} | ${needs(one)} |`),
  ].join('\n')
}
