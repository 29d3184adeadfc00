import { basename } from 'node:path'
import { OperatorError, UsageError } from '../../errors.ts'
import { isDate } from '../../fields.ts'
import { feedName, feedsNamed, feedsReading } from '../../ingest/import/feedNames.ts'
import { type FeedImportReport, importFeed } from '../../ingest/import/importFeed.ts'
import { readSavedResponses } from '../../ingest/import/savedResponses.ts'
import type { Quarantine } from '../../ingest/rules/quarantine.ts'
import { feeds } from '../../sources/index.ts'
import type { Context, Flags } from '../command.ts'
import { counted } from '../count.ts'
import { noticeWait, print, printJson } from '../output.ts'
import { formatTable } from '../table.ts'

/** `import --feed`: saved responses of a publisher, read by their feed. */

const number = (value: number): string => value.toLocaleString('en')
const spanOf = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)

const spans = {
  day: 'a day',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
  range: 'any days',
  latest: 'what is newest',
} as const

export const printFeeds = (): string =>
  formatTable(
    ['feed', 'dataset', 'market', 'one answer holds', 'terms'],
    feeds.map((feed) => [
      feedName(feed),
      feed.dataset.name,
      feed.market ?? '',
      `${spans[feed.span]}${feed.each === 'id' ? ' of one id' : ''}`,
      feed.publisher.terms,
    ]),
  )

/** The feeds that read a file, as words of a command; null where none does. */
async function feedHint(file: string): Promise<string | null> {
  const [answer] = await readSavedResponses(file)
  const names = feedsReading(feeds, answer!.bytes)
  if (names.length === 0) return null
  return `${basename(file)} is a raw answer of a publisher: load it with formosa import --feed ${names[0]} ${basename(file)}${names.length > 1 ? ` (${names.slice(1, 6).join(', ')} can read it too)` : ''}.`
}

/** The error of an import as a table; names the feed where the file is a raw response. */
export async function explained(error: unknown, file: string): Promise<unknown> {
  if (!(error instanceof OperatorError)) return error
  const hint = await feedHint(file).catch(() => null)
  return hint === null ? error : new OperatorError(hint, { cause: error })
}

function printFeedImport(report: FeedImportReport, isDry: boolean): string {
  const { feed, files, answers, from, to, empty, datasets, derived, compared, kept, version } = report
  const rejected = Object.values(datasets).reduce((sum, one) => sum + one.rejected, 0)
  const counts = Object.entries(datasets).flatMap(([name, one]) => [
    `${name}: ${counted(one.came, 'row')} read, ${number(one.added)} added, ${number(one.changed)} changed, ${number(one.unchanged)} already there, ${number(one.rejected)} rejected.`,
    ...one.left.filter(({ rows }) => rows > 0).map(({ why, rows }) => `  left out: ${number(rows)} ${why}`),
    ...(one.waiting > 0
      ? [`  not loaded: ${counted(one.waiting, 'row')} without columns that another answer of their publisher gives`]
      : []),
    ...one.refused.map((why) => `  refused: ${why}`),
    ...(one.unread.length > 0 ? [`  not read, as nobody knows what they are: ${one.unread.join(', ')}`] : []),
    ...one.rules.flatMap(({ rule, rows, examples }) => [
      `  ${rule}: ${counted(rows, 'row')}, for example ${examples.join(' | ')}`,
    ]),
  ])
  const changed = Object.entries(derived).filter(([, one]) => one.added + one.changed + one.removed > 0)
  return [
    `${counted(answers, 'answer')} of ${feed} in ${counted(files, 'file')} ${isDry ? 'would go' : version ? 'went' : 'did not go'} into the lake${from === null ? '' : `, about ${spanOf(from, to!)}`}.`,
    ...counts,
    ...(empty.length === 0
      ? []
      : [
          `${number(empty.length)} answers hold no rows: ${empty
            .slice(0, 3)
            .map(({ where, reason }) => `${where} (${reason})`)
            .join(', ')}${empty.length > 3 ? ' …' : ''}.`,
        ]),
    ...compared.map(
      ({ dataset, rows, agree, disagree }) =>
        `Compared with ${dataset}, as this answer makes no rows: ${number(rows)} rows, ${number(agree)} agree, ${number(disagree)} disagree.`,
    ),
    ...changed.map(
      ([name, one]) =>
        `Computed again: ${name}, ${number(one.added)} added, ${number(one.changed)} changed, ${number(one.removed)} removed.`,
    ),
    ...(rejected === 0
      ? []
      : [
          isDry
            ? 'Rejected rows would be kept in quarantine.'
            : `Rejected rows are kept in quarantine, ${number(kept)} of them: formosa quarantine --origin live`,
        ]),
    '',
  ].join('\n')
}

/** Runs the import; the caller makes the pages of the version it returns. */
export async function runFeedImport(
  { lake, config, now, scratch }: Context,
  flags: Flags,
  files: readonly string[],
  quarantine: Quarantine | null,
) {
  const { feed: name, dataset, date, id } = flags
  const ofTables = ['map', 'set'].find((flag) => flags[flag] !== undefined)
  const wrong = ofTables ?? (flags.repeats === 'reject' ? undefined : 'repeats')
  if (wrong !== undefined) throw new UsageError(`--${wrong} is for tables: a feed knows its own columns.`)
  if (date !== undefined && !isDate(date)) throw new UsageError('--date must be a date, YYYY-MM-DD.')
  const named = feedsNamed(feeds, name!)
  const chosen = dataset === undefined ? named : named.filter((feed) => feed.dataset.name === dataset)
  if (chosen.length === 0)
    throw new OperatorError(
      `--dataset: ${name} does not tell ${dataset}; it tells ${named.map((feed) => feed.dataset.name).join(', ')}.`,
    )
  if (chosen.some(({ each }) => each === 'id') && id === undefined)
    throw new OperatorError(`--id is missing: an answer of ${name} is about one id, such as 2330.`)
  if (id !== undefined && chosen.every(({ each }) => each !== 'id'))
    throw new OperatorError(`--id: an answer of ${name} is about the whole market.`)
  if (files.length === 0) throw new OperatorError(`Give one file or several: formosa import --feed ${name} FILE….`)
  const isDry = flags['dry-run'] !== undefined
  const report = await importFeed({
    ...{ lake, feeds: chosen, all: feeds, files, date: date ?? null, id: id ?? null, isDry, now, scratch, quarantine },
    memory: config.FORMOSA_MEMORY,
    onWait: noticeWait,
  })
  const { version, ...rest } = report
  if (flags.json === undefined) print(printFeedImport(report, isDry))
  else printJson({ ...rest, version: version?.manifest.version ?? null }, 1)
  const good = Object.values(report.datasets).some((one) => one.added + one.changed + one.unchanged > 0)
  return { version, code: good || report.compared.length > 0 ? 0 : 1 }
}
