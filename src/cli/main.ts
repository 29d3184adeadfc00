import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { destination, pino } from 'pino'
import { readSecret } from '../access/secret.ts'
import { catalogue } from '../catalogue/index.ts'
import { flagOf, readConfig, settingNames } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { openLake } from '../lake/lake.ts'
import { readMark } from '../store/backup/mark.ts'
import { agentGet } from './agentGet.ts'
import { askQuestion } from './askQuestion.ts'
import { audit } from './audit.ts'
import { backup, restore } from './backup.ts'
import { clockTerms, createClock } from './clock.ts'
import type { Command, Context } from './command.ts'
import { docs } from './docs.ts'
import { printHelp } from './help.ts'
import { importCommand } from './import.ts'
import { keyCreate, keyList, keyRevoke } from './key.ts'
import { datasets, sql, verify } from './lake.ts'
import { archivePrune, backfill, quarantine, replay, report, reports } from './live.ts'
import { marketBuild, marketStatus, refresh } from './market.ts'
import { rebuild } from './pages.ts'
import { paymentsExport, paymentsList, paymentsReconcile, paymentsShow, paymentsTotals } from './payments.ts'
import { serve } from './serve.ts'
import { userAdd, userDelete, userDisable, userList, userSetTier } from './user.ts'

const commands: readonly Command[] = [
  serve,
  marketBuild,
  marketStatus,
  refresh,
  backfill,
  replay,
  reports,
  report,
  quarantine,
  archivePrune,
  importCommand,
  rebuild,
  verify,
  datasets,
  sql,
  askQuestion,
  userAdd,
  userList,
  userSetTier,
  userDisable,
  userDelete,
  keyCreate,
  keyList,
  keyRevoke,
  audit,
  agentGet,
  paymentsList,
  paymentsShow,
  paymentsTotals,
  paymentsExport,
  paymentsReconcile,
  backup,
  restore,
  docs,
]

const release: string = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

/** The command whose words the line begins with; the longest name wins. */
function commandOf(words: readonly string[]): { command: Command; operands: string[] } {
  const named = commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (!named) throw new OperatorError(`There is no command "${words.join(' ')}"; "formosa --help" lists them.`)
  return { command: named, operands: words.slice(named.name.split(' ').length) }
}

type Options = Record<string, { type: 'string' | 'boolean' }>

async function main(argv: readonly string[]): Promise<number> {
  const options: Options = { help: { type: 'boolean' }, version: { type: 'boolean' } }
  for (const name of settingNames) options[flagOf(name)] = { type: 'string' }
  for (const { flags = {} } of commands)
    for (const [flag, { value }] of Object.entries(flags)) options[flag] = { type: value ? 'string' : 'boolean' }
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args: [...argv], options, allowPositionals: true })
    } catch (error) {
      throw new OperatorError(`${(error as Error).message.replace(/\.$/, '')}; "formosa --help" lists every flag.`)
    }
  })()
  if (values.version) {
    process.stdout.write(`${release}\n`)
    return 0
  }
  if (values.help || positionals.length === 0) {
    process.stdout.write(printHelp(commands))
    return values.help ? 0 : 1
  }
  const { command, operands } = commandOf(positionals)
  const settingFlags = new Set(settingNames.map(flagOf))
  for (const flag of Object.keys(values))
    if (!settingFlags.has(flag) && !(flag in (command.flags ?? {})))
      throw new OperatorError(
        `--${flag} does not belong to "formosa ${command.name}"; "formosa --help" lists its flags.`,
      )
  if (operands.length > 0 && !command.operands)
    throw new OperatorError(`"formosa ${command.name}" takes no further words, but got "${operands.join(' ')}".`)

  const config = readConfig((name) => (values[flagOf(name)] as string | undefined) ?? process.env[name])
  const clock = clockTerms(config)
  const now = createClock(clock)
  // Lines are written at once: a log that a crash can lose is of no use in a crash.
  const log = pino(
    { level: config.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: true }),
  )
  const root = join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'lake')
  const lake = openLake({
    root,
    origin: config.FORMOSA_ORIGIN,
    datasets: catalogue,
    now,
    memory: config.FORMOSA_MEMORY,
  })
  const pages = {
    root: join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'pages'),
    datasets: catalogue,
    memory: config.FORMOSA_MEMORY,
    now,
  }
  const ledger = {
    root: join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'ledger'),
    memory: config.FORMOSA_MEMORY,
  }
  const gaps = {
    root: join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN, 'gaps'),
    memory: config.FORMOSA_MEMORY,
    now,
  }
  const secret = () => readSecret(config.FORMOSA_HOME, config.FORMOSA_SECRET, () => readMark(config.storePath))
  const context: Context = {
    config,
    now,
    clock,
    log,
    lake,
    pages,
    ledger,
    gaps,
    secret,
    scratch: join(tmpdir(), `formosa-spill-${process.pid}`),
    release,
  }
  const flags = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  return command.run(context, flags, operands)
}

try {
  process.exitCode = await main(process.argv.slice(2))
  // A child's channel to its parent would keep it alive.
  if (process.connected) process.disconnect()
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`formosa: ${error.message}\n`)
  process.exit(1)
}
