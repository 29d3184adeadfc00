import type { Gold } from './gold.ts'
import { matches, type Table } from './matches.ts'

export type Question = {
  readonly id: string
  readonly lang: string
  readonly difficulty: number
  readonly category: string
  readonly question: string
  readonly expects: 'rows' | 'refuse'
}

export type Answer =
  | { readonly kind: 'rows'; readonly table: Table; readonly sql: string }
  | { readonly kind: 'declined'; readonly code: string; readonly why: string }

export type Verdict = {
  readonly question: Question
  readonly outcome: 'correct' | 'wrong' | 'declined'
  readonly note: string
}

type Judge = {
  readonly ask: (question: string) => Promise<Answer>
  readonly select: (sql: string) => Promise<Table>
  readonly golds: ReadonlyMap<string, readonly Gold[]>
  /** Ids of ordinary stocks, for golds from which funds may be left out. */
  readonly stocks: ReadonlySet<string>
}

/** Asks every question and judges each answer by its gold. */
export async function judge(questions: readonly Question[], { ask, select, golds, stocks }: Judge): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const question of questions) {
    const answer = await ask(question.question)
    const refused = answer.kind === 'declined'
    if (question.expects === 'refuse') {
      verdicts.push({ question, outcome: refused ? 'correct' : 'wrong', note: refused ? answer.code : answer.sql })
      continue
    }
    if (refused) {
      verdicts.push({ question, outcome: 'declined', note: `${answer.code}: ${answer.why}` })
      continue
    }
    const readings = golds.get(question.id)
    if (!readings) throw new Error(`${question.id} has no gold`)
    let right = false
    for (const gold of readings) {
      if (right) break
      const table = await select(gold.sql)
      right = matches(gold, table, answer.table)
      const id = table.columns.indexOf('stock_id')
      if (!right && gold.stocks && id >= 0)
        right = matches(gold, { ...table, rows: table.rows.filter((row) => stocks.has(String(row[id]))) }, answer.table)
    }
    verdicts.push({ question, outcome: right ? 'correct' : 'wrong', note: answer.sql })
  }
  return verdicts
}

export type Line = {
  readonly group: string
  readonly all: number
  readonly correct: number
  readonly wrong: number
  readonly declined: number
}

const lineOf = (group: string, verdicts: readonly Verdict[]): Line => {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length
  return { group, all: verdicts.length, correct: count('correct'), wrong: count('wrong'), declined: count('declined') }
}

/** The whole, then by language, category and difficulty. */
export function report(verdicts: readonly Verdict[]): Line[] {
  const by = (name: string, key: (question: Question) => string): Line[] =>
    [...Map.groupBy(verdicts, ({ question }) => key(question))]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([value, group]) => lineOf(`${name} ${value}`, group))
  return [
    lineOf('all', verdicts),
    ...by('lang', ({ lang }) => lang),
    ...by('category', ({ category }) => category),
    ...by('difficulty', ({ difficulty }) => String(difficulty)),
  ]
}

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)}%`)

/** Rows of a table to print: accuracy, precision among the answered, wrong and declined shares. */
export const printable = (lines: readonly Line[]): { columns: string[]; rows: string[][] } => ({
  columns: ['group', 'questions', 'correct', 'wrong', 'declined', 'accuracy', 'precision', 'wrong rate'],
  rows: lines.map(({ group, all, correct, wrong, declined }) => [
    group,
    String(all),
    String(correct),
    String(wrong),
    String(declined),
    percent(correct, all),
    percent(correct, correct + wrong),
    percent(wrong, all),
  ]),
})
