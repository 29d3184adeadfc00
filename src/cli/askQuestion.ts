import { DamagedError, MissingError, OperatorError, UsageError } from '../errors.ts'
import { createWholeFiles } from '../lake/whole.ts'
import { openAsking } from './ask.ts'
import type { Run } from './command.ts'
import { notice } from './notice.ts'
import { formatOf, printed } from './rows.ts'

const mostRows = 1_000

function rowsOf(given: string): number {
  if (!/^\d{1,4}$/.test(given) || Number(given) < 1 || Number(given) > mostRows)
    throw new UsageError(`--max-rows must be a whole number from 1 to ${mostRows}, and is '${given}'.`)
  return Number(given)
}

export const askQuestion: Run = async ({ config, lake, log }, flags, words) => {
  const question = words.join(' ').trim()
  if (question === '') throw new UsageError('Give a question: formosa ask "台積電近五日收盤價".')
  const format = formatOf(flags.format!)
  const maxRows = flags.explain === undefined ? rowsOf(flags['max-rows']!) : null
  const version = await lake.current()
  if (!version) throw new MissingError('The lake is empty: run "formosa market build" or start the service once.')
  const files = createWholeFiles()
  const asking = openAsking(config, log, async (of, names) => (await files.damaged(of, names)).map(({ file }) => file))
  try {
    asking.use(version)
    const answer = await asking.answer({ question, maxRows })
    if ('isWithoutModel' in answer && answer.isWithoutModel)
      notice('The language model gave no answer; this is the embedded engine alone.')
    if (answer.kind === 'declined') {
      notice(answer.detail)
      for (const { text, as } of answer.understood) notice(`  ${text} = ${as}`)
      for (const candidate of answer.candidates) notice(`  ? ${candidate}`)
      for (const suggestion of answer.suggestions) notice(`  > ${suggestion}`)
      return 1
    }
    if (answer.kind === 'unavailable' && answer.part === 'files')
      throw new DamagedError('A file of the rows that answer this is damaged: "formosa verify" names it.')
    if (answer.kind === 'unavailable' || answer.kind === 'broken')
      throw new OperatorError(
        answer.kind === 'broken' ? `The question failed: ${answer.message}` : `Nobody answers (${answer.part}).`,
      )
    if (answer.kind === 'explained') {
      process.stdout.write(`${JSON.stringify(answer.representation, null, 1)}\n${answer.sql}\n`)
      return 0
    }
    notice(answer.sql)
    if (answer.kind === 'expensive') throw new OperatorError('This takes more time or memory than a question may.')
    process.stdout.write(printed(format, answer.columns, answer.rows))
    if (answer.without.length > 0) notice(`There are no rows of ${answer.without.join(', ')}.`)
    if (answer.isTruncated) notice(`There are more rows than ${maxRows}.`)
    return 0
  } finally {
    await asking.close()
  }
}
