import type { SqlValue } from '../../../sdk/index.ts'
import { namedIn } from '../../ask/sandbox/messages.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Config } from '../../config.ts'
import { UsageError } from '../../errors.ts'
import { openReader } from '../../lake/reader.ts'
import { assertWhole } from '../../lake/whole.ts'
import { limits } from '../../query/parameters.ts'
import type { Flags, Run } from '../command.ts'
import { countOf, oneOf } from '../flags.ts'
import { notice, outputFormats, printJson, printRows } from '../output.ts'
import { openRemote, remoteError, remoteUrl } from '../remote.ts'

/** Has a service run the SQL. */
async function runRemote(config: Config, statement: string, flags: Flags): Promise<number> {
  const format = oneOf('--format', flags.format, outputFormats)
  const most = flags['max-rows']
  const then = flags['as-of'] === undefined ? {} : { asOf: flags['as-of'] }
  const client = openRemote(config)
  try {
    if (flags.explain !== undefined) {
      printJson(await client.explainSql(statement, then), 2)
      return 0
    }
    const maxRows = most === undefined ? {} : { maxRows: countOf('max-rows', most, 1, limits.rows) }
    const { columns, data, count, truncated } = await client.sql(statement, { ...then, ...maxRows })
    const names = columns.map(({ name }) => name)
    const rows = data.map((row): SqlValue[] => names.map((name) => row[name]!))
    printRows(format, names, rows)
    if (truncated) notice(`There are more rows than ${count}.`)
    return 0
  } catch (error) {
    throw remoteError(error)
  }
}

/** The datasets a statement names; all of them where it may read files directly. */
function readBy(statement: string): string[] | undefined {
  if (/parquet|query|glob/i.test(statement)) return undefined
  return namedIn(statement, catalogue).map(({ name }) => name)
}

export const runSql: Run = async (context, flags, operands) => {
  if (remoteUrl(context.config) !== null) return runRemote(context.config, operands[0]!, flags)
  for (const name of ['max-rows', 'as-of', 'explain'])
    if (flags[name] !== undefined) throw new UsageError(`--${name} is for a service: give its address with --url.`)
  const format = oneOf('--format', flags.format, outputFormats)
  const { folder, manifest } = await context.version()
  await assertWhole({ folder, manifest }, readBy(operands[0]!))
  const reader = await openReader({ folder, manifest }, catalogue, {
    memory: context.config.FORMOSA_MEMORY,
    scratch: context.scratch,
  })
  try {
    const { columns, rows } = await reader.select(operands[0]!)
    printRows(format, columns, rows)
    return 0
  } finally {
    reader.close()
  }
}
