import { basename } from 'node:path'
import type { ImportReport } from '../../ingest/import/import.ts'
import type { FeedImportReport } from '../../ingest/import/importFeed.ts'
import { counted, formatTable, grouped, spanOf } from '../output.ts'

/** The lines of a list, where it is not empty. */
const ifAny = (list: readonly unknown[], line: string): string[] => (list.length === 0 ? [] : [line])
/** `a | b …`, where there are more than these examples. */
const examplesText = (examples: readonly string[], of: number): string =>
  `${examples.join(' | ')}${of > examples.length ? ' …' : ''}`

const computedAgain = (derived: ImportReport['derived']): string[] =>
  Object.entries(derived).flatMap(([name, { added, changed, removed }]) =>
    added + changed + removed === 0
      ? []
      : [`Computed again: ${name}, ${grouped(added)} added, ${grouped(changed)} changed, ${grouped(removed)} removed.`],
  )

const outcome = (isDry: boolean, version: unknown): string => (isDry ? 'would go' : version ? 'went' : 'did not go')

/** Where rejected rows are, and how to read them. */
function whereKept({ dataset, broken, unreadable, kept }: ImportReport, isDry: boolean): string[] {
  const rows = broken.reduce((sum, one) => sum + one.rows, 0)
  const share = kept < rows ? `the first ${grouped(kept)} of ${grouped(rows)}` : `all ${grouped(rows)}`
  return [
    ...ifAny(
      broken,
      isDry
        ? 'Rows that break a rule would be kept in quarantine.'
        : `Rows that break a rule are kept in quarantine, ${share}: formosa quarantine --origin live --only ${dataset}`,
    ),
    ...ifAny(
      broken.filter(({ rule }) => rule === 'ohlc_order'),
      'ohlc_order: rows of a security on the emerging board, before its listing, break it too; they are counted apart, as before_listing, once TaiwanStockOverview or TaiwanStockOverviewIncludeWarrant in the lake has their listing dates.',
    ),
    ...ifAny(unreadable, 'Lines that cannot be read are kept nowhere else: correct them in the file.'),
  ]
}

/** The report of an import of a table. */
export function importText(report: ImportReport, file: string, isDry: boolean): string {
  const { change, unreadable, broken, unread, lacking, filled, derived } = report
  const counts = [
    `${counted(report.read, 'row')} read`,
    `${grouped(change.added)} added`,
    `${grouped(change.changed)} changed`,
    `${grouped(report.unchanged)} already there`,
    ...(change.removed > 0 ? [`${grouped(change.removed)} lapsed`] : []),
    `${grouped(report.repeated)} repeated`,
    ...(report.superseded > 0 ? [`${grouped(report.superseded)} superseded by another row of their key`] : []),
    `${grouped(report.rejected)} rejected`,
  ]
  const rejections = [
    ...unreadable.map(({ column, why, rows, lines, example }) => [
      grouped(rows),
      column === '' ? 'the line' : column,
      why,
      `line ${lines.join(', ')}${rows > lines.length ? ' …' : ''}: ${example}`,
    ]),
    ...broken.map(({ rule, about, rows, examples }) => [grouped(rows), rule, about, examplesText(examples, rows)]),
  ]
  const made = filled.map((name) =>
    name === 'market' ? 'market (where the security is now, by TaiwanStockOverview)' : name,
  )
  return [
    `${basename(file)} ${outcome(isDry, report.version)} into ${report.dataset}: ${counts.join(', ')}.`,
    ...(report.first === null ? [] : [`Dates: ${report.first} to ${report.last}.`]),
    `Read: ${report.columns.map(({ ours, from }) => (ours === from ? ours : `${ours} from ${from}`)).join(', ')}.`,
    ...(report.lines === null
      ? []
      : [`In long form: ${counted(report.lines, 'line')} made ${counted(report.read, 'row')}.`]),
    ...ifAny(unread, `Not read, as nobody knows what they are: ${unread.join(', ')}.`),
    ...ifAny(made, `Made from other columns: ${made.join(', ')}.`),
    ...ifAny(lacking, `Not in the file, so left as they are in the lake, or unknown: ${lacking.join(', ')}.`),
    ...computedAgain(derived),
    ...ifAny(rejections, `\n${formatTable(['rows', 'column or rule', 'why', 'for example'], rejections).trimEnd()}`),
    ...whereKept(report, isDry),
    '',
  ].join('\n')
}

/** The rows of one dataset in saved responses. */
function datasetLines([name, one]: [string, FeedImportReport['datasets'][string]]): string[] {
  return [
    `${name}: ${counted(one.came, 'row')} read, ${grouped(one.added)} added, ${grouped(one.changed)} changed, ${grouped(one.unchanged)} already there, ${grouped(one.rejected)} rejected.`,
    ...one.left.filter(({ rows }) => rows > 0).map(({ why, rows }) => `  left out: ${grouped(rows)} ${why}`),
    ...(one.waiting > 0
      ? [`  not loaded: ${counted(one.waiting, 'row')} without columns that another answer of their publisher gives`]
      : []),
    ...one.refused.map((why) => `  refused: ${why}`),
    ...ifAny(one.unread, `  not read, as nobody knows what they are: ${one.unread.join(', ')}`),
    ...one.rules.map(
      ({ rule, rows, examples }) => `  ${rule}: ${counted(rows, 'row')}, for example ${examples.join(' | ')}`,
    ),
  ]
}

/** The report of an import of saved responses. */
export function feedImportText(report: FeedImportReport, isDry: boolean): string {
  const { feed, files, answers, from, to, empty, datasets, derived, compared, kept, version } = report
  const hasRejected = Object.values(datasets).some(({ rejected }) => rejected > 0)
  const shown = empty.slice(0, 3).map(({ where, reason }) => `${where} (${reason})`)
  return [
    `${counted(answers, 'answer')} of ${feed} in ${counted(files, 'file')} ${outcome(isDry, version)} into the lake${from === null ? '' : `, about ${spanOf(from, to!)}`}.`,
    ...Object.entries(datasets).flatMap(datasetLines),
    ...ifAny(
      empty,
      `${grouped(empty.length)} answers hold no rows: ${shown.join(', ')}${empty.length > shown.length ? ' …' : ''}.`,
    ),
    ...compared.map(
      ({ dataset, rows, agree, disagree }) =>
        `Compared with ${dataset}, as this answer makes no rows: ${grouped(rows)} rows, ${grouped(agree)} agree, ${grouped(disagree)} disagree.`,
    ),
    ...computedAgain(derived),
    ...(hasRejected
      ? [
          isDry
            ? 'Rejected rows would be kept in quarantine.'
            : `Rejected rows are kept in quarantine, ${grouped(kept)} of them: formosa quarantine --origin live`,
        ]
      : []),
    '',
  ].join('\n')
}
