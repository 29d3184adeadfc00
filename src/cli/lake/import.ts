import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { find } from '../../catalogue/index.ts'
import { makeFolder } from '../../disk.ts'
import { MissingError, OperatorError, UsageError } from '../../errors.ts'
import { feedName, feedsNamed, feedsReading } from '../../ingest/import/feedNames.ts'
import { importFile, repeatModes } from '../../ingest/import/import.ts'
import { importFeed } from '../../ingest/import/importFeed.ts'
import { readSavedResponses } from '../../ingest/import/savedResponses.ts'
import { openQuarantine, type Quarantine } from '../../ingest/rules/quarantine.ts'
import type { Version } from '../../lake/lake.ts'
import { feeds } from '../../sources/index.ts'
import type { Context, Flags, Run } from '../command.ts'
import { dateOf, oneOf } from '../flags.ts'
import { noticeWait, print, printJson, printTable } from '../output.ts'
import { createProgress } from '../progress.ts'
import { feedImportText, importText } from './importReports.ts'
import { makePages } from './pages.ts'

/** `a=b,c=d` as pairs; each left side once. */
function pairsOf(flag: 'map' | 'set', raw: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const item of raw === undefined ? [] : raw.split(',')) {
    const [, left = '', right = ''] = /^\s*([^=]+?)\s*=(.*)$/s.exec(item) ?? []
    const form = flag === 'map' ? 'THEIRS=OURS' : 'COLUMN=VALUE'
    if (left === '') throw new UsageError(`--${flag}: "${item}" is not of the form ${form}.`)
    if (pairs.has(left)) throw new UsageError(`--${flag} names ${left} twice.`)
    pairs.set(left, right.trim())
  }
  return pairs
}

const spans = {
  day: 'a day',
  month: 'a month',
  quarter: 'a quarter',
  year: 'a year',
  range: 'any days',
  latest: 'what is newest',
} as const

const printFeeds = (): void =>
  printTable(
    ['feed', 'dataset', 'market', 'one answer holds', 'terms'],
    feeds.map((feed) => [
      ...[feedName(feed), feed.dataset.name, feed.market ?? ''],
      ...[`${spans[feed.span]}${feed.each === 'id' ? ' of one id' : ''}`, feed.publisher.terms],
    ]),
  )

/** The command that reads a file as a raw response; null where no feed does. */
async function feedHint(file: string): Promise<string | null> {
  const [answer] = await readSavedResponses(file)
  const [name, ...others] = feedsReading(feeds, answer!.bytes)
  if (name === undefined) return null
  const too = others.length > 0 ? ` (${others.slice(0, 5).join(', ')} can read it too)` : ''
  return `${basename(file)} is a raw answer of a publisher: load it with formosa import --feed ${name} ${basename(file)}${too}.`
}

/** The error of an import as a table; names the feed where the file is a raw response. */
async function explained(error: unknown, file: string): Promise<unknown> {
  if (!(error instanceof OperatorError)) return error
  const hint = await feedHint(file).catch(() => null)
  return hint === null ? error : new OperatorError(hint, { cause: error })
}

/** What an import needs beside its own flags. */
type ImportTarget = ReturnType<typeof targetOf>
type Imported = { readonly version: Version | null; readonly isGood: boolean; readonly facts: object }

const targetOf = ({ lake, config, now, scratch }: Context, flags: Flags, quarantine: Quarantine | null) => ({
  ...{ lake, now, scratch, quarantine },
  memory: config.FORMOSA_MEMORY,
  isDry: flags['dry-run'] !== undefined,
  onWait: noticeWait,
})

const printReport = ({ version, ...report }: { version: Version | null }, text: string, { json }: Flags): void =>
  json === undefined ? print(text) : printJson({ ...report, version: version?.manifest.version ?? null }, 1)

/** Loads a table; without a version an import succeeds as a dry run with a row that would be loaded. */
async function importTable(flags: Flags, files: readonly string[], target: ImportTarget): Promise<Imported> {
  for (const flag of ['date', 'id']) if (flags[flag] !== undefined) throw new UsageError(`--${flag} goes with --feed.`)
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw new UsageError('Give one file: formosa import FILE --dataset NAME.')
  if (flags.dataset === undefined)
    throw await explained(new UsageError('--dataset is missing: name the dataset the rows are of.'), file)
  const dataset = find(flags.dataset)
  if (!dataset) throw new MissingError(`--dataset: there is no dataset named ${flags.dataset}.`)
  const repeats = oneOf('--repeats', flags.repeats, repeatModes)
  const wishes = { map: pairsOf('map', flags.map), set: pairsOf('set', flags.set) }
  const report = await importFile({ ...target, dataset, file, repeats, wishes }).catch(async (error) => {
    throw await explained(error, file)
  })
  printReport(report, importText(report, file, target.isDry), flags)
  const { version } = report
  const isGood = version !== null || (target.isDry && report.read > report.rejected)
  return { version, isGood, facts: { dataset: dataset.name, ...report.change } }
}

/** Loads saved responses of a publisher, read by their feed. */
async function importResponses(flags: Flags, files: readonly string[], target: ImportTarget): Promise<Imported> {
  const { feed: name, dataset, id = null } = flags
  const wrong = ['map', 'set', 'repeats'].find(
    (flag) => flags[flag] !== undefined && !(flag === 'repeats' && flags[flag] === 'reject'),
  )
  if (wrong !== undefined) throw new UsageError(`--${wrong} is for tables: a feed knows its own columns.`)
  const date = dateOf('date', flags.date) ?? null
  const named = feedsNamed(feeds, name!)
  const chosen = dataset === undefined ? named : named.filter((feed) => feed.dataset.name === dataset)
  if (chosen.length === 0)
    throw new OperatorError(
      `--dataset: ${name} does not tell ${dataset}; it tells ${named.map((feed) => feed.dataset.name).join(', ')}.`,
    )
  if (id === null && chosen.some(({ each }) => each === 'id'))
    throw new OperatorError(`--id is missing: an answer of ${name} is about one id, such as 2330.`)
  if (id !== null && chosen.every(({ each }) => each !== 'id'))
    throw new OperatorError(`--id: an answer of ${name} is about the whole market.`)
  if (files.length === 0) throw new OperatorError(`Give one file or several: formosa import --feed ${name} FILE….`)
  const report = await importFeed({ ...target, feeds: chosen, all: feeds, files, date, id })
  printReport(report, feedImportText(report, target.isDry), flags)
  const hasRows = Object.values(report.datasets).some((one) => one.added + one.changed + one.unchanged > 0)
  return { version: report.version, isGood: hasRows || report.compared.length > 0, facts: { feed: name } }
}

/** Imports files, and makes the pages of the version that it published. */
export const importCommand: Run = async (context, flags, files) => {
  if (flags.feed === 'list') {
    printFeeds()
    return 0
  }
  const { config, scratch, log } = context
  const isFeed = flags.feed !== undefined
  const keepsRejected = flags['dry-run'] === undefined && (!isFeed || config.FORMOSA_ORIGIN === 'live')
  makeFolder(scratch)
  const quarantine = keepsRejected ? openQuarantine(join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'ingest')) : null
  try {
    const target = targetOf(context, flags, quarantine)
    const { version, isGood, facts } = await (isFeed ? importResponses : importTable)(flags, files, target)
    if (version) {
      log.info({ version: version.manifest.version, ...facts }, 'imported')
      await makePages(context, version, createProgress('Making the pages', log))
    }
    return isGood ? 0 : 1
  } finally {
    quarantine?.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}
