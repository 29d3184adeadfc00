import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { find } from '../../catalogue/index.ts'
import { makeFolder } from '../../disk.ts'
import { MissingError, UsageError } from '../../errors.ts'
import { type ImportReport, importFile, repeatModes } from '../../ingest/import/import.ts'
import { openQuarantine, type Quarantine } from '../../ingest/rules/quarantine.ts'
import type { Version } from '../../lake/lake.ts'
import type { Context, Run } from '../command.ts'
import { counted } from '../count.ts'
import { noticeWait, print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { formatTable } from '../table.ts'
import { explained, printFeeds, runFeedImport } from './importFeed.ts'
import { makePages } from './pages.ts'

/** `a=b,c=d` as pairs; each left side once. */
function pairsOf(flag: string, raw: string | undefined): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const item of raw === undefined ? [] : raw.split(',')) {
    const [, left = '', right = ''] = /^\s*([^=]+?)\s*=(.*)$/s.exec(item) ?? []
    if (left === '')
      throw new UsageError(
        `--${flag}: "${item}" is not of the form ${flag === 'map' ? 'THEIRS=OURS' : 'COLUMN=VALUE'}.`,
      )
    if (pairs.has(left)) throw new UsageError(`--${flag} names ${left} twice.`)
    pairs.set(left, right.trim())
  }
  return pairs
}

const number = (value: number): string => value.toLocaleString('en')

/** Where rejected rows are, and how to read them. */
function whereKept({ dataset, broken, unreadable, kept }: ImportReport, isDry: boolean): string[] {
  const rows = broken.reduce((sum, one) => sum + one.rows, 0)
  return [
    ...(rows === 0
      ? []
      : [
          isDry
            ? `Rows that break a rule would be kept in quarantine.`
            : `Rows that break a rule are kept in quarantine, ${kept < rows ? `the first ${number(kept)} of ${number(rows)}` : `all ${number(rows)}`}: formosa quarantine --origin live --only ${dataset}`,
        ]),
    ...(broken.some(({ rule }) => rule === 'ohlc_order')
      ? [
          'ohlc_order: rows of a security on the emerging board, before its listing, break it too; they are counted apart, as before_listing, once TaiwanStockOverview or TaiwanStockOverviewIncludeWarrant in the lake has their listing dates.',
        ]
      : []),
    ...(unreadable.length === 0 ? [] : ['Lines that cannot be read are kept nowhere else: correct them in the file.']),
  ]
}

/** The report of an import as text. */
function printImport(report: ImportReport, file: string, isDry: boolean): string {
  const { change, unreadable, broken, unread, lacking, filled, derived } = report
  const counts = [
    `${counted(report.read, 'row')} read`,
    `${number(change.added)} added`,
    `${number(change.changed)} changed`,
    `${number(report.unchanged)} already there`,
    ...(change.removed > 0 ? [`${number(change.removed)} lapsed`] : []),
    `${number(report.repeated)} repeated`,
    ...(report.superseded > 0 ? [`${number(report.superseded)} superseded by another row of their key`] : []),
    `${number(report.rejected)} rejected`,
  ]
  const rejections = [
    ...unreadable.map(({ column, why, rows, lines, example }) => [
      number(rows),
      column === '' ? 'the line' : column,
      why,
      `line ${lines.join(', ')}${rows > lines.length ? ' …' : ''}: ${example}`,
    ]),
    ...broken.map(({ rule, about, rows, examples }) => [
      number(rows),
      rule,
      about,
      `${examples.join(' | ')}${rows > examples.length ? ' …' : ''}`,
    ]),
  ]
  const computed = Object.entries(derived).filter(([, { added, changed, removed }]) => added + changed + removed > 0)
  return [
    `${basename(file)} ${isDry ? 'would go' : report.version ? 'went' : 'did not go'} into ${report.dataset}: ${counts.join(', ')}.`,
    ...(report.first === null ? [] : [`Dates: ${report.first} to ${report.last}.`]),
    `Read: ${report.columns.map(({ ours, from }) => (ours === from ? ours : `${ours} from ${from}`)).join(', ')}.`,
    ...(report.lines === null
      ? []
      : [`In long form: ${counted(report.lines, 'line')} made ${counted(report.read, 'row')}.`]),
    ...(unread.length === 0 ? [] : [`Not read, as nobody knows what they are: ${unread.join(', ')}.`]),
    ...(filled.length === 0
      ? []
      : [
          `Made from other columns: ${filled.map((name) => (name === 'market' ? 'market (where the security is now, by TaiwanStockOverview)' : name)).join(', ')}.`,
        ]),
    ...(lacking.length === 0
      ? []
      : [`Not in the file, so left as they are in the lake, or unknown: ${lacking.join(', ')}.`]),
    ...computed.map(
      ([name, { added, changed, removed }]) =>
        `Computed again: ${name}, ${number(added)} added, ${number(changed)} changed, ${number(removed)} removed.`,
    ),
    ...(rejections.length === 0
      ? []
      : ['', formatTable(['rows', 'column or rule', 'why', 'for example'], rejections).trimEnd()]),
    ...whereKept(report, isDry),
    '',
  ].join('\n')
}

/** Does an import with its scratch folder and quarantine, and makes the pages of the version that it published. */
async function withImport(
  context: Context,
  hasQuarantine: boolean,
  work: (quarantine: Quarantine | null) => Promise<{ version: Version | null; code: number; facts: object }>,
): Promise<number> {
  const { config, scratch, log } = context
  makeFolder(scratch)
  const ingest = join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'ingest')
  const quarantine = hasQuarantine ? openQuarantine(ingest) : null
  try {
    const { version, code, facts } = await work(quarantine)
    if (version) {
      log.info({ version: version.manifest.version, ...facts }, 'imported')
      await makePages(context, version, createProgress('Making the pages', log))
    }
    return code
  } finally {
    quarantine?.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

export const importCommand: Run = async (context, flags, files) => {
  if (flags.feed === 'list') {
    print(printFeeds())
    return 0
  }
  const isDry = flags['dry-run'] !== undefined
  const { lake, config, now, scratch } = context
  if (flags.feed !== undefined)
    return withImport(context, !isDry && config.FORMOSA_ORIGIN === 'live', async (quarantine) => ({
      ...(await runFeedImport(context, flags, files, quarantine)),
      facts: { feed: flags.feed },
    }))
  for (const flag of ['date', 'id']) if (flags[flag] !== undefined) throw new UsageError(`--${flag} goes with --feed.`)
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw new UsageError('Give one file: formosa import FILE --dataset NAME.')
  if (flags.dataset === undefined)
    throw await explained(new UsageError('--dataset is missing: name the dataset the rows are of.'), file)
  const dataset = find(flags.dataset)
  if (!dataset) throw new MissingError(`--dataset: there is no dataset named ${flags.dataset}.`)
  const repeats = repeatModes.find((known) => known === flags.repeats)
  if (!repeats) throw new UsageError(`--repeats must be ${repeatModes.join(', ')}.`)
  return withImport(context, !isDry, async (quarantine) => {
    const report = await importFile({
      ...{ lake, dataset, file, repeats, isDry, memory: config.FORMOSA_MEMORY, scratch, now, quarantine },
      wishes: { map: pairsOf('map', flags.map), set: pairsOf('set', flags.set) },
      onWait: noticeWait,
    }).catch(async (error) => {
      throw await explained(error, file)
    })
    const { version, ...rest } = report
    if (flags.json === undefined) print(printImport(report, file, isDry))
    else printJson({ ...rest, version: version?.manifest.version ?? null }, 1)
    const code = version || (isDry && report.read > report.rejected) ? 0 : 1
    return { version, code, facts: { dataset: dataset.name, ...report.change } }
  })
}
