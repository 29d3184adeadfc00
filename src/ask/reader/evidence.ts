import type { Account } from '../heed/accounted.ts'
import { type Relation, type Run, relationOf, type Table } from '../relation.ts'
import type { Belief } from './beam.ts'
import type { Reading, Readings } from './readings.ts'
import { unseenIn } from './unseen.ts'
import { unusedIn } from './unused.ts'

/** What is known of the readings of a question when it is decided whether to answer with the first one. */
export type Evidence = {
  /** Probabilities of the readings, the first one's first. */
  readonly probabilities: readonly number[]
  /** The probability that the question must be refused. */
  readonly refusal: number
  /** How far each model believes in the first reading. */
  readonly belief: Belief
  /** The words of the reading to answer with. */
  readonly meaning: readonly string[]
  /** Words of the question, and how many of them are names, numbers and days. */
  readonly length: number
  readonly slots: number
  /** Words of the question that the corpus has never, or seldom. */
  readonly unseen: ReturnType<typeof unseenIn>
  /** Numbers of the question that this reading does not use. */
  readonly unusedNumbers: number
  /** How well the question and the first reading account for each other. */
  readonly account: Account
  /** What this reading returns; null where it could not be run. */
  readonly result: Result | null
  /** What each of the readings after the first returns beside this one; null where that was not run. */
  readonly relations: readonly (Relation | null)[]
}

type Result = { readonly rows: number; readonly columns: number; readonly nulls: number }

/** Readings that are run, and how probable one must be beside the first to be worth it. */
const [mostRun, leastShare] = [4, 0.05]
/**
 * How long the first reading and the others may take together. Another one takes about as long as the first; where that
 * is too long it is not begun, and counts as another meaning.
 */
const longestMs = 1_500

/**
 * Runs the first reading and those that may be meant instead of it, and says which of them to answer with: the first,
 * or one that returns its rows with more columns, which answers both of them.
 */
export async function evidenceOf(
  { readings, widened, refusal, encoded }: Readings,
  run: Run,
): Promise<{ readonly answer: Reading; readonly evidence: Evidence }> {
  // A reading that does not heed the question is no rival of one that does.
  const heeding = readings.filter(({ lapses }) => lapses.length === 0)
  const [first, ...others] = (heeding.length > 0 ? heeding : readings).slice(0, mostRun) as [Reading, ...Reading[]]
  const isWorthIt = ({ probability }: Reading): boolean => probability >= leastShare * first.probability
  // One after the other: a question takes no more than one place in the queue of the sandbox.
  let leftMs = longestMs
  const spend = async (sql: string, limitMs?: number): Promise<Table | null> => {
    const table = await run(sql, limitMs)
    leftMs = Math.ceil(leftMs - (table ? (table.ms ?? 0) : leftMs))
    return table
  }
  const table = await spend(first.sql)
  const took = longestMs - leftMs
  const tables: (Table | null)[] = []
  for (const other of others)
    tables.push(table && isWorthIt(other) && leftMs > took ? await spend(other.sql, leftMs) : null)
  const wider = [widened, ...others]
  const widerTables = [table && widened && leftMs > took ? await spend(widened.sql, leftMs) : null, ...tables]
  const at = widerTables.findIndex((own) => own && relationOf(table!, own) === 'more columns')
  const [answer, told] = at < 0 ? [first, table] : [wider[at]!, widerTables[at]!]
  const values = told?.rows.flat() ?? []
  return {
    answer,
    evidence: {
      probabilities: [first, ...others].map(({ probability }) => probability),
      refusal,
      belief: first.belief,
      meaning: answer.words,
      length: encoded.words.length,
      slots: encoded.words.filter((word) => word.startsWith('<')).length,
      unseen: unseenIn(encoded.words),
      account: first.account,
      unusedNumbers: unusedIn(encoded, answer.words).numbers.length,
      result: told && {
        rows: told.rows.length,
        columns: told.columns.length,
        nulls: values.filter((value) => value === null).length / Math.max(1, values.length),
      },
      relations: tables.map((own) => own && relationOf(told!, own)),
    },
  }
}
