import { ApiError } from '../../../sdk/index.ts'
import type { ReadBy } from '../../ask/outcome.ts'
import type { Config } from '../../config.ts'
import { DamagedError, OperatorError, UsageError } from '../../errors.ts'
import { createWholeFiles } from '../../lake/whole.ts'
import type { Flags, Run } from '../command.ts'
import { countOf, oneOf } from '../flags.ts'
import { notice, outputFormats, print, printRows } from '../output.ts'
import { openRemote, remoteError, remoteUrl } from '../remote.ts'
import { openAsking } from '../service/questions/ask.ts'

const mostRows = 1_000

const explanationOf = (representation: unknown, sql: string): string =>
  `${JSON.stringify(representation, null, 1)}\n${sql}\n`

/** How a question was read, one meaning a line. */
const whyOf = ({ readings, refusal, unused }: ReadBy): string =>
  [
    ...readings.map(({ sentence, probability }) => `${(probability * 100).toFixed(1).padStart(5)} %  ${sentence}`),
    `${(refusal * 100).toFixed(1).padStart(5)} %  the data cannot answer it`,
    ...(unused.length > 0 ? [`not used: ${unused.join(', ')}`] : []),
    ...(readings.length === 0
      ? ['The question is a sentence of the canonical language: it was read word by word.']
      : []),
    '',
  ].join('\n')

/** Has a service answer. */
async function askRemote(config: Config, question: string, maxRows: number | null, flags: Flags): Promise<number> {
  const client = openRemote(config)
  try {
    if (maxRows === null) {
      const { representation, sql, ...read } = await client.explainQuestion(question)
      print(flags.why === undefined ? explanationOf(representation, sql) : whyOf(read))
      return 0
    }
    const { sql, data } = await client.ask(question, { maxRows })
    notice(sql)
    const columns = Object.keys(data[0] ?? {})
    const rows = data.map((row) => columns.map((name) => row[name]))
    printRows(oneOf('--format', flags.format, outputFormats), columns, rows)
    return 0
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw remoteError(error)
    notice(error.detail)
    const { candidates = [], suggestions = [] } = error.body as Readonly<Record<string, readonly string[] | undefined>>
    for (const candidate of candidates) notice(`  ? ${candidate}`)
    for (const suggestion of suggestions) notice(`  > ${suggestion}`)
    return 1
  }
}

export const askQuestion: Run = async (context, flags, words) => {
  const { config, log } = context
  const question = words.join(' ').trim()
  if (question === '') throw new UsageError('Give a question: formosa ask "台積電近五日收盤價".')
  const format = oneOf('--format', flags.format, outputFormats)
  const maxRows =
    flags.explain === undefined && flags.why === undefined ? countOf('max-rows', flags['max-rows']!, 1, mostRows) : null
  if (remoteUrl(config) !== null) return askRemote(config, question, maxRows, flags)
  const version = await context.version()
  const files = createWholeFiles()
  const asking = openAsking(config, log, {
    damagedIn: async (of, names) => (await files.damaged(of, names)).map(({ file }) => file),
  })
  try {
    asking.use(version)
    const answer = await asking.answer({ question, maxRows, sender: 'operator' })
    if ('isWithoutModel' in answer && answer.isWithoutModel)
      notice('The language model gave no answer; this is the embedded engine alone.')
    if (answer.kind === 'declined') {
      notice(answer.detail)
      for (const { text, as } of answer.understood) notice(`  ${text} = ${as}`)
      for (const { sentence, probability } of answer.readings)
        notice(`  ? ${sentence}${flags.why === undefined ? '' : ` (${(probability * 100).toFixed(1)} %)`}`)
      for (const suggestion of answer.suggestions) notice(`  > ${suggestion}`)
      return 1
    }
    if (answer.kind === 'unavailable' && answer.part === 'files')
      throw new DamagedError('A file of the rows that answer this is damaged: "formosa verify" names it.')
    if (answer.kind === 'unavailable' || answer.kind === 'broken')
      throw new OperatorError(
        answer.kind === 'broken' ? `The question failed: ${answer.message}` : `Nobody answers (${answer.part}).`,
      )
    if (answer.kind === 'past')
      throw new UsageError('What was known on a day is answered by a running service: give its address with --url.')
    if (answer.kind === 'explained') {
      const read = answer.read ?? { readings: [], refusal: 0, unused: [] }
      print(flags.why === undefined ? explanationOf(answer.representation, answer.sql) : whyOf(read))
      return 0
    }
    notice(answer.sql)
    if (answer.kind === 'expensive') throw new OperatorError('This takes more time or memory than a question may.')
    printRows(format, answer.columns, answer.rows)
    if (answer.without.length > 0) notice(`There are no rows of ${answer.without.join(', ')}.`)
    if (answer.isTruncated) notice(`There are more rows than ${maxRows}.`)
    return 0
  } finally {
    await asking.close()
  }
}
