import type { Dataset } from '../catalogue/dataset.ts'
import { contractDatasets, find } from '../catalogue/index.ts'
import { taipeiInstant } from '../days.ts'
import type { Version } from '../lake/lake.ts'
import { literal } from '../lake/schema.ts'
import { RecentMap, remembering } from '../recent.ts'
import { type Answer, type AnswerColumn, mostRows, type Part } from './answer.ts'
import { createCalendar, NoSuchDate } from './calendar.ts'
import { compiled } from './compile.ts'
import { NotCovered } from './coverage.ts'
import { declined, declinedAsNotCovered, orInSeries } from './decline.ts'
import { type Facts, loadFacts, type Select } from './facts.ts'
import { knownThenIn } from './knownThen.ts'
import { languageOf } from './language.ts'
import type { ModelEngine } from './llm/engine.ts'
import { ModelError } from './llm/errors.ts'
import { refusedBy } from './llm/refused.ts'
import type { Outcome } from './outcome.ts'
import type { Guess } from './reader/guess.ts'
import { createReader, embeddedEngine, type Reader } from './reader/reader.ts'
import type { Run } from './relation.ts'
import type { Representation } from './representation.ts'
import { SandboxError } from './sandbox/errors.ts'
import type { PastTable } from './sandbox/past.ts'
import type { Query, Sandbox } from './sandbox/sandbox.ts'
import type { Rows } from './sandbox/tables.ts'
import { examples } from './sentences.ts'
import { columnsOfSql } from './sql/build.ts'
import { comment } from './sql/print.ts'

type AskOptions = {
  /** `auto`: the embedded engine first, the model where it does not understand. */
  readonly engine: 'embedded' | 'llm' | 'auto'
  /** Null where none is set up. */
  readonly model: ModelEngine | null
  /** Guesses what a question means; null where the embedded model is not there. */
  readonly guess: Guess | null
  readonly sandbox: Sandbox
  /** What the sandbox holds of a version. */
  readonly datasets: readonly Dataset[]
  readonly log: Log
  /** Hears how far a version is read; examples are then asked too, so that the first question is as fast as any. */
  readonly onState?: (state: AskState) => void
  /** Hears the text of questions that were not understood, for an operator who asked for that. */
  readonly onDeclined?: (question: string, code: string) => void
  /** Reads nothing of a version before its first question. */
  readonly isLazy?: boolean
}
/** `without_prices`: there is no day that "today" could mean. `failing`: it is tried again, and the log says why. */
export type AskState = 'warming_up' | 'ok' | 'without_prices' | 'failing'
type Log = {
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

type Asked = {
  readonly question: string
  /** The reading that was chosen of those that an earlier answer offered. */
  readonly reading?: string
  /** Null to have the question explained only. */
  readonly maxRows: number | null
  /** True to have the columns of the answer described. */
  readonly isDescribed?: boolean
  /** Answers with the rows as they were known at an instant. */
  readonly past?: KnownAt
  readonly signal?: AbortSignal
}

/** What was known at an instant. */
export type KnownAt = {
  readonly asOf: string
  /** The newest date of each dataset then; null where it had no row. */
  readonly newest: Readonly<Record<string, string | null>>
  /** The meaning that an earlier answer explained, and its tables as they stood. */
  readonly read?: { readonly representation: Representation; readonly tables: readonly PastTable[] }
}

/** Answers questions about the version it was last given. */
export type Ask = {
  /** Begins to read what questions need at once; a question meanwhile waits for it. */
  readonly use: (version: Version) => void
  /** Never throws. */
  readonly answer: (asked: Asked) => Promise<Answer>
}

/** What is known of a version: its facts, and the reader made from them. */
type LoadedVersion = Reader & { readonly rows: Rows; readonly facts: Facts; readonly past?: readonly PastTable[] }

/** An answer is read by a person or a program that asked for at most 1,000 rows. */
const mostBytes = 8 << 20
/** Facts are few, but not bounded by what an answer may be. */
const mostFacts = { maxRows: 5_000_000, maxBytes: 256 << 20 } as const
/** Instants whose readers are kept. */
const mostEarlier = 4
/** After facts could not be read, how long until they are tried again. */
const retryMs = 5_000

export function createAsk({
  engine,
  model,
  guess,
  sandbox,
  datasets,
  log,
  onState,
  onDeclined,
  isLazy = false,
}: AskOptions): Ask {
  let version: Version | null = null
  let loaded: Promise<LoadedVersion> | null = null
  /** The same as of some instants. */
  const earlier = new RecentMap<string, LoadedVersion>(mostEarlier)

  async function read(rows: Rows): Promise<LoadedVersion> {
    const select: Select = async (sql) => {
      const { isTruncated, ...table } = await sandbox.run({ sql, ...rows, ...mostFacts })
      if (isTruncated) throw new Error(`the facts of ${rows.version.manifest.version} do not fit: ${sql}`)
      return { columns: table.columns, rows: table.rows as unknown[][] }
    }
    const facts = await loadFacts(select)
    return { rows, facts, ...createReader(facts, guess) }
  }

  /** The same with the days that were known at an instant: the newest of them is today. */
  function knownAt(of: LoadedVersion, { asOf, newest, read }: KnownAt): LoadedVersion {
    const name = `${of.rows.version.folder} ${asOf}`
    const days = (dataset: string) => {
      const last = newest[dataset] ?? ''
      return of.facts.calendar.known(dataset).filter((day) => day <= last)
    }
    const make = () => {
      const facts = { ...of.facts, calendar: createCalendar(remembering(contractDatasets.length, days)) }
      return { rows: of.rows, facts, ...createReader(facts, guess) }
    }
    const found = earlier.get(name) ?? make()
    earlier.set(name, found)
    return { ...found, past: read?.tables ?? [] }
  }

  /** Reads what is known of the version, and tries again for as long as that fails. */
  function prepare(next: Version): Promise<LoadedVersion> {
    const rows = { version: next, datasets }
    const tell = (state: AskState) => {
      if (loaded === reading) onState?.(state)
    }
    sandbox.prepare(rows)
    const reading = read(rows)
    loaded = reading
    tell('warming_up')
    reading.then(
      async (known) => {
        if (onState && !isLazy) await warmUp(known)
        tell('ok')
      },
      (error: Error) => {
        if (loaded !== reading || (error instanceof SandboxError && error.fault === 'closed')) return
        // Another version may have prices.
        if (error instanceof NoSuchDate) return tell('without_prices')
        log.error({ fault: error.message, version: next.manifest.version }, 'questions cannot be answered yet')
        tell('failing')
        setTimeout(() => {
          if (loaded === reading) prepare(next)
        }, retryMs).unref()
      },
    )
    return reading
  }

  /** Runs the statements of one question, each once: the meanings that it may have, and then the one it has. */
  function runnerOf({ rows, past = [] }: LoadedVersion, signal?: AbortSignal) {
    const results = new Map<string, ReturnType<Sandbox['run']>>()
    const reported = (sql: string) => (error: Error) => {
      if (error instanceof SandboxError && isOurs(error))
        log.error({ fault: error.message, sql }, 'defect: SQL made for a question cannot be run')
      throw error
    }
    const runOnce = (sql: string, less: Pick<Query, 'limitMs' | 'onBegin'> = {}) => {
      const bounds = { maxRows: mostRows, maxBytes: mostBytes, ...(signal ? { signal } : {}), ...less }
      const result = results.get(sql) ?? sandbox.run({ sql, ...rows, past, ...bounds }).catch(reported(sql))
      results.set(sql, result)
      return result
    }
    const run: Run = async (sql, limitMs) => {
      let began = performance.now()
      const onBegin = (): void => {
        began = performance.now()
      }
      try {
        const table = await runOnce(sql, { ...(limitMs === undefined ? {} : { limitMs }), onBegin })
        return { ...table, ms: performance.now() - began }
      } catch (error) {
        if (error instanceof SandboxError && (isCostly(error) || isOurs(error))) return null
        throw error
      }
    }
    return { runOnce, run }
  }

  /** Asks the examples: what is compiled and read on the way is then there for the first question. */
  async function warmUp(known: LoadedVersion): Promise<void> {
    for (const question of [...examples.zh, ...examples.en]) {
      const { runOnce, run } = runnerOf(known)
      try {
        const outcome = await known.translate(question, run)
        if (outcome.kind === 'translated') await runOnce(outcome.statement)
      } catch (error) {
        if (!(error instanceof SandboxError && error.fault === 'closed'))
          log.warn({ fault: (error as Error).message }, 'an example question failed while warming up')
      }
    }
  }

  /** The model's reading of a question, as the embedded engine would give it. */
  async function byModel(question: string, { facts }: LoadedVersion, signal?: AbortSignal): Promise<Outcome> {
    const language = languageOf(question)
    try {
      const understood = await model!.translate(question, { facts, ...(signal ? { signal } : {}) })
      if ('refused' in understood) return refusedBy(understood.refused, language)
      return translated(understood.representation, language, facts)
    } catch (error) {
      if (error instanceof NotCovered) return declinedAsNotCovered(error, language)
      if (error instanceof NoSuchDate || (error instanceof ModelError && error.fault === 'unusable'))
        return declined('unsupported', language)
      throw error
    }
  }

  /** The outcome, the engine it is of, and whether a model that should have been asked was not there. */
  async function understand(asked: Asked, known: LoadedVersion, run: Run) {
    const own = { engine: embeddedEngine, isWithoutModel: false }
    if (asked.past?.read) {
      const { representation } = asked.past.read
      const language = languageOf(asked.question)
      return { outcome: translated(representation, language, known.facts), ...own }
    }
    const named = { engine: model?.engine ?? '', isWithoutModel: false }
    // A reading that was chosen needs no engine.
    if (engine === 'llm' && asked.reading === undefined)
      return { outcome: await byModel(asked.question, known, asked.signal), ...named }
    const outcome = await known.translate(asked.question, run, asked.reading)
    // A larger model may know better what the data can answer, but not what is allowed.
    const isDone = outcome.kind === 'translated' || outcome.code === 'not_allowed'
    if (engine === 'embedded' || isDone || asked.reading !== undefined) return { outcome, ...own }
    try {
      return { outcome: await byModel(asked.question, known, asked.signal), ...named }
    } catch (error) {
      if (!(error instanceof ModelError) || error.fault === 'aborted') throw error
      log.warn({ fault: error.fault, reason: error.message }, 'the language model gave no answer')
      return { outcome, ...own, isWithoutModel: true }
    }
  }

  /** The day before the newest statement of the one stock of a question; null where it names none, or none is dated. */
  async function beforeReport(question: string, known: LoadedVersion, signal?: AbortSignal): Promise<string | null> {
    const { runOnce, run } = runnerOf(known, signal)
    const outcome = await known.translate(question, run)
    const ids = outcome.kind === 'translated' ? outcome.representation.universe.ids : null
    if (ids?.length !== 1) return null
    const { rows } = await runOnce(
      `SELECT CAST(max(announce_date) - 1 AS VARCHAR) FROM TaiwanStockFinancialStatement WHERE stock_id = ${literal(ids[0]!)}`,
    )
    return rows[0]![0] as string | null
  }

  /** What a question asks for of an earlier time, where it does. */
  async function askedThen({ question, signal }: Asked, known: LoadedVersion): Promise<Answer | null> {
    const found = knownThenIn(question)
    if (!found) return null
    const at = found.at === 'before report' ? await beforeReport(found.question, known, signal) : found.at
    if (at !== null && at !== 'before correction') return { kind: 'past', question: found.question, at }
    return { ...embedded(known), ...declined('which_time', languageOf(question)) }
  }

  async function answer(asked: Asked, loaded: LoadedVersion): Promise<Answer> {
    const earlier = asked.past ? null : await askedThen(asked, loaded)
    if (earlier) return earlier
    const language = languageOf(asked.question)
    if (asked.past && asked.past.newest.TaiwanStockPrice === null)
      return { ...embedded(loaded), ...declined('no_such_date', language) }
    const known = asked.past ? knownAt(loaded, asked.past) : loaded
    const { runOnce, run } = runnerOf(known, asked.signal)
    const { outcome, ...by } = await understand(asked, known, run)
    const made = { ...by, version: known.rows.version.manifest.version }
    if (outcome.kind === 'declined') {
      const { code } = outcome
      // A question refused for its intention teaches an operator nothing.
      if (code === 'not_understood' || code === 'ambiguous') onDeclined?.(asked.question, code)
      return { ...made, ...orInSeries(asked.question, outcome) }
    }
    const { statement, representation } = outcome
    const sql = asked.past ? comment([knownOn[outcome.language](asked.past.asOf)]) + outcome.sql : outcome.sql
    if (asked.maxRows === null) return { ...made, kind: 'explained', sql, representation, read: outcome.read }
    try {
      const { columns, rows: found, isTruncated: isCut } = await runOnce(statement)
      const rows = found.slice(0, asked.maxRows)
      const isTruncated = isCut || rows.length < found.length
      const without = isTruncated ? [] : missingIn(representation, columns, rows)
      const described = asked.isDescribed ? describe(columns, outcome, known.facts) : null
      return { ...made, kind: 'rows', sql, columns, described, rows, isTruncated, without }
    } catch (error) {
      if (error instanceof SandboxError && isCostly(error)) return { ...made, kind: 'expensive', sql }
      if (!(error instanceof SandboxError) || !isOurs(error)) throw error
      return { ...made, ...declined('unsupported', outcome.language) }
    }
  }

  return {
    use(next) {
      const isNew = version?.folder !== next.folder
      version = next
      if (!isNew) return
      loaded = null
      if (isLazy) onState?.('ok')
      else prepare(next)
    },
    async answer(asked) {
      if (!version) return unavailable('rows', 5)
      try {
        const question = asked.question.replaceAll(/\s+/g, ' ').trim()
        const known = await unlessAborted(loaded ?? prepare(version), asked.signal).catch((error) => {
          if (error instanceof NoSuchDate) return null
          throw error
        })
        return known ? await answer({ ...asked, question }, known) : unavailable('rows', 60)
      } catch (error) {
        return failed(error, log)
      }
    },
  }
}

/** Who answers where no engine was asked. */
const embedded = ({ rows }: LoadedVersion) => ({
  ...{ engine: embeddedEngine, isWithoutModel: false, version: rows.version.manifest.version },
})

const translated = (representation: Representation, language: 'en' | 'zh', facts: Facts): Outcome => ({
  ...{ kind: 'translated', language, representation, read: null },
  ...compiled(representation, facts, language),
})

/** Stops waiting when the client leaves; the work goes on. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(new SandboxError('aborted', 'nobody waits for the answer'))
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    if (signal.aborted) stop()
  })
}

/** Labels and units of the columns that the sandbox returned, by name. */
function describe(
  columns: readonly string[],
  { representation, language }: Extract<Outcome, { kind: 'translated' }>,
  facts: Facts,
): AnswerColumn[] {
  const texts = new Map(columnsOfSql(representation, facts).map(({ name, ...text }) => [name, text]))
  return columns.map((name) => ({
    name,
    label: texts.get(name)?.label[language] ?? name,
    unit: texts.get(name)?.unit ?? null,
  }))
}

/** Ids that were named and have no row, where nothing in the question itself leaves them out. */
function missingIn(
  { dataset, universe, where, limit, shape }: Representation,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): string[] {
  const at = columns.indexOf(find(dataset)?.id ?? '')
  if (at < 0 || where.length > 0 || limit !== null || shape === 'groups') return []
  const told = new Set(rows.map((row) => row[at]))
  return (universe.ids ?? []).filter((id) => !told.has(id))
}

/** Says at the head of the SQL that its tables have the rows of an earlier time. */
const knownOn = {
  en: (asOf: string): string => `tables as known at ${taipeiInstant(Date.parse(asOf))}`,
  zh: (asOf: string): string => `資料表為 ${taipeiInstant(Date.parse(asOf))} 當時已知的內容`,
}

/** The SQL that was made is wrong: the question is of a kind that the builder cannot print. */
const isOurs = ({ fault }: SandboxError): boolean => fault === 'refused' || fault === 'invalid'
const isCostly = ({ fault }: SandboxError): boolean => fault === 'deadline' || fault === 'memory' || fault === 'crashed'

const unavailable = (part: Part, retryAfterSeconds = 5): Answer => ({ kind: 'unavailable', part, retryAfterSeconds })

/** The answer after an error: unavailable if a known part failed, else a fault of ours. */
function failed(error: unknown, log: Log): Answer {
  if (error instanceof ModelError) {
    log.warn({ fault: error.fault, reason: error.message }, 'the language model gave no answer')
    return unavailable('model', error.retryAfterSeconds)
  }
  if (error instanceof SandboxError && error.fault !== 'failed' && !isOurs(error)) {
    if (error.fault === 'damaged') return unavailable('files', error.retryAfterSeconds)
    if (error.fault !== 'aborted') log.warn({ fault: error.fault, reason: error.message }, 'the sandbox gave no answer')
    return unavailable('sandbox', error.retryAfterSeconds)
  }
  log.error({ err: error }, 'a question failed')
  return { kind: 'broken', message: (error as Error).message }
}
