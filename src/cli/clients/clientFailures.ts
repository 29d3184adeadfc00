import { type Code, codeSaid, failures } from '../../errors.ts'
import { extras, fieldsOf, sentenceOf } from '../../http/openapi/failures.ts'
import type { Schema } from '../../http/openapi/schema.ts'

/** A failure as a client sees it. */
export type ClientFailure = (typeof clientFailures)[number]

const names = Object.keys(failures) as Code[]

/** The code in a client: that of the body. A 429 has no code there, and the codes of a 503 are one. */
const clientCode = (code: Code): string => {
  const { status } = failures[code]
  return codeSaid(code) === null ? 'rate_limited' : status === 503 ? 'unavailable' : codeSaid(code)!
}

const classOf = (code: string): string =>
  `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`

/** Every failure that a client can tell from the others, by status. */
export const clientFailures = [...Map.groupBy(names, clientCode)]
  .map(([code, same]) => ({
    code,
    className: classOf(code),
    status: failures[same[0]!].status,
    /** The sentences of the failures that a client cannot tell apart. */
    sentences: [...new Set(same.map((name) => sentenceOf(name, 'en')))],
    /** Fields of the body beside `detail` and `code`. */
    fields: (code === 'rate_limited'
      ? { retry_after_seconds: { type: 'integer' } }
      : code === 'internal' || code === 'unavailable'
        ? { request_id: { type: 'string' } }
        : Object.fromEntries(
            (fieldsOf[same[0]!] ?? []).map((name) => [name, extras[name as keyof typeof extras]]),
          )) as Readonly<Record<string, Schema>>,
  }))
  .sort((a, b) => a.status - b.status)
