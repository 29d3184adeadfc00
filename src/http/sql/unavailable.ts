import type { SqlOutcome } from '../../ask/runSql.ts'
import { type Problem, problem } from '../../errors.ts'
import type { Label } from '../../fields.ts'

type Unavailable = Extract<SqlOutcome, { kind: 'unavailable' }>

const parts: Readonly<Record<Unavailable['part'], Label | null>> = {
  rows: null,
  queue: null,
  files: { en: 'a file of the tables is damaged', zh: '資料表的檔案毀損' },
  model: { en: 'the language model does not answer', zh: '語言模型沒有回應' },
  sandbox: { en: 'the sandbox does not answer', zh: '沙盒沒有回應' },
}

/** The failure of a question or of SQL that a part of the service keeps from being answered. */
export function unavailable({ part, retryAfterSeconds }: Unavailable): Problem {
  const headers = { 'Retry-After': String(retryAfterSeconds) }
  const what = parts[part]
  if (what) return problem('unavailable', [what], { headers })
  return problem(part === 'rows' ? 'not_ready' : 'too_many_questions', [], { headers })
}
