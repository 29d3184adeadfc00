import { type Code, codeSaid, failures } from '../../errors.ts'
import { extras, fieldsOf, sentenceOf } from '../../http/openapi/failures.ts'
import type { Schema } from '../../http/openapi/schema.ts'

/** A failure as a client sees it. */
export type ClientFailure = (typeof clientFailures)[number]

const names = Object.keys(failures) as Code[]

/** The code in a client: that of the body, where a 429 has none. */
const clientCode = (code: Code): string => codeSaid(code) ?? 'rate_limited'

/** The general failure of a part of the service; clients treat every other 503 as a kind of it. */
const parent = 'unavailable'

const classOf = (code: string): string =>
  `${code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`

/** Every failure that a client can tell from the others, by status. */
export const clientFailures = [...Map.groupBy(names, clientCode)]
  .map(([code, same]) => ({
    code,
    className: classOf(code),
    /** The class that it is a kind of. */
    parentName: failures[same[0]!].status === 503 && code !== parent ? classOf(parent) : null,
    status: failures[same[0]!].status,
    /** The sentences of the failures that a client cannot tell apart. */
    sentences: [...new Set(same.map((name) => sentenceOf(name, 'en')))],
    /** Fields of the body beside `detail` and `code`. */
    fields: (code === 'rate_limited'
      ? { retry_after_seconds: { type: 'integer' } }
      : failures[same[0]!].status >= 500
        ? { request_id: { type: 'string' } }
        : Object.fromEntries(
            (fieldsOf[same[0]!] ?? []).map((name) => [name, extras[name as keyof typeof extras]]),
          )) as Readonly<Record<string, Schema>>,
  }))
  .sort((a, b) => a.status - b.status || Number(b.code === parent) - Number(a.code === parent))
