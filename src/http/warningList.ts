import type { Language } from '../errors.ts'
import type { Warning } from '../query/parameters.ts'
import { warningLines } from '../query/warnings.ts'
import { exactly, listOf, positive, type Schema, string } from './openapi/schema.ts'
import { warningCodes } from './reference/texts.ts'

/** A line of `X-Warning` as an object, with its meaning. */
export function readWarning(line: string, language: Language) {
  const [first = '', ...others] = line.split('; ')
  // The last line may say only how many others are left out.
  const isCount = first.startsWith('more=')
  const code = isCount ? 'more' : first
  const parts = isCount ? [first] : others
  const given = new Map(parts.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]))
  const list = (name: string) => given.get(name)?.split(',').map(decodeURIComponent)
  const [param, values, tries, more] = [given.get('param'), list('values'), list('try'), given.get('more')]
  const facts = [...given].filter(([name]) => !['param', 'values', 'try', 'more'].includes(name))
  const detail = warningCodes[code]?.[language].replaceAll('`', '')
  return {
    code,
    ...(param === undefined ? {} : { param: decodeURIComponent(param) }),
    ...(values ? { values } : {}),
    ...(tries ? { try: tries } : {}),
    ...(more === undefined ? {} : { more: Number(more) }),
    ...(facts.length > 0
      ? { facts: Object.fromEntries(facts.map(([name, value]) => [name, decodeURIComponent(value)])) }
      : {}),
    ...(detail === undefined ? {} : { detail }),
  }
}

/** All warnings of an answer as objects. */
export const warningList = (warnings: readonly Warning[], language: Language) =>
  warningLines(warnings, Number.POSITIVE_INFINITY).map((line) => readWarning(line, language))

/** The member of a body that `include=warnings` adds. */
export const includedWarnings = (include: unknown, warnings: readonly Warning[], language: Language) =>
  include === 'warnings' ? { warnings: warningList(warnings, language) } : {}

export const warningSchema: Schema = exactly(
  'A part of the call that had no effect, or rows that the answer leaves out',
  {
    code: string(),
    'param?': string(),
    'values?': listOf(string()),
    'try?': listOf(string(), 'What to use in place of each value'),
    'more?': positive('Number of values or warnings that are left out'),
    'facts?': {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Figures and names of the warning, such as first and last of outside_coverage',
    },
    'detail?': string(),
  },
)

/** The schema of the member that `include=warnings` adds. */
export const warningsSchema = listOf(
  warningSchema,
  'With include=warnings: the warnings of X-Warning, with their meanings',
)
