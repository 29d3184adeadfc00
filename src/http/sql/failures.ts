import { functions } from '../../ask/guard/allowed.ts'
import type { SqlOutcome } from '../../ask/runSql.ts'
import { namedIn } from '../../ask/sandbox/messages.ts'
import { tableOf } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Problem, problem } from '../../errors.ts'
import type { Label } from '../../fields.ts'
import { nearest } from '../request/nearest.ts'

type Faulty = Extract<SqlOutcome, { kind: 'refused' | 'invalid' }>

type RefusedPart = NonNullable<Faulty['part']>

const parts: Readonly<Record<RefusedPart['kind'], (word: string) => Label>> = {
  table: (word) => ({ en: `${word} is no dataset or table`, zh: `${word} 不是資料集或資料表` }),
  column: (word) => ({ en: `${word} is no column of the tables that are read`, zh: `${word} 不是所讀資料表的欄位` }),
  function: (word) => ({
    en: `${word} is no function that may be called (docs/sql.md lists them)`,
    zh: `${word} 不是可用的函式（清單見 docs/sql.md）`,
  }),
  source: () => ({
    en: 'FROM takes datasets and subqueries alone, no functions or values',
    zh: 'FROM 僅可使用資料集與子查詢，不可使用函式或 VALUES',
  }),
  show: () => ({
    en: 'SHOW and DESCRIBE are no SELECT: the catalogue lists the datasets with their columns',
    zh: 'SHOW 與 DESCRIBE 並非 SELECT：資料集與欄位請見資料集目錄',
  }),
  schema: () => ({ en: 'only datasets can be read, by their names alone', zh: '僅可以名稱讀取資料集' }),
  statement: () => ({ en: 'it is not one SELECT', zh: '並非單一 SELECT' }),
  name: () => ({
    en: 'names are Latin letters, digits, Chinese characters and _, without spaces',
    zh: '名稱僅可使用英文字母、數字、中文字與 _，不可含空白',
  }),
}

/** What the engine says of a text where a number is needed. */
const textForNumber = /Could not convert string .* to (INT|DEC|DOUBLE)/

const words = (message: string): Label =>
  textForNumber.test(message)
    ? {
        en: 'a text stands where a number is compared; ids are text: write them in quotes',
        zh: '文字與數字相比；代號為文字，請加上引號',
      }
    : { en: message.replace(/[.!]$/, ''), zh: message.replace(/[.!]$/, '') }

/** Where a byte of the SQL is, both counted from 1. */
function positionOf(sql: string, at: number): { readonly line: number; readonly column: number } {
  const lines = Buffer.from(sql).toString('utf8', 0, at).split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}

/** Names of the registry that are near to one that is not there. */
function nearTo(sql: string, { kind, word }: RefusedPart): string[] {
  if (kind === 'function') return nearest(word, Object.keys(functions))
  if (kind === 'table') return nearest(word, [...catalogue.map(({ name }) => name), ...catalogue.map(tableOf)])
  if (kind !== 'column') return []
  return nearest(word, [...new Set(namedIn(sql, catalogue).flatMap(({ columns }) => Object.keys(columns)))])
}

/** The failure of SQL that the guard refuses or the engine cannot read: its place, and the names that were meant. */
export function sqlFailure(sql: string, { kind, message, at, part }: Faulty): Problem {
  const position = at === undefined ? null : positionOf(sql, at)
  const didYouMean = part ? nearTo(sql, part) : []
  const what = part ? parts[part.kind](part.word) : words(message)
  const where = position
    ? {
        en: ` (line ${position.line}, column ${position.column})`,
        zh: `（第 ${position.line} 行第 ${position.column} 字）`,
      }
    : { en: '', zh: '' }
  const list = didYouMean.join(', ')
  const reason: Label = {
    en: `${what.en}${where.en}${list ? `; did you mean ${list}` : ''}`,
    zh: `${what.zh}${where.zh}${list ? `；您是否要用 ${list}` : ''}`,
  }
  return problem(kind === 'refused' ? 'sql_not_allowed' : 'sql_invalid', [reason], {
    extra: { position, did_you_mean: didYouMean },
  })
}
