/** A line of `X-Warning`, or another remark of the service: the call worked, and something about it should be known. */
export type Warning = {
  /** As `unknown_id`, `not_applicable`, `outside_coverage`, `truncated`. */
  readonly code: string
  /** The parameter it is about; null where there is none. */
  readonly param: string | null
  readonly values: readonly string[]
  /** A suggestion for each value; empty where there is none. */
  readonly tries: readonly string[]
  /** Its other figures and names, as `first` and `last` of `outside_coverage`, `rows` of `inactive_hidden`. */
  readonly facts: Readonly<Record<string, string>>
  /** Values that were left out of the header for its length. */
  readonly more: number
  /** All of it as one readable line. */
  readonly message: string
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const listOf = (text: string | undefined): string[] => (text === undefined ? [] : text.split(',').map(decode))

/** The parts of a line that have a place of their own in a warning. */
const usual = new Set(['param', 'values', 'try', 'more'])

function read(line: string): Warning {
  const [first = '', ...rest] = line.split('; ')
  const fields = Object.fromEntries([first, ...rest].map((part) => part.split('=', 2) as [string, string | undefined]))
  const isCount = first.startsWith('more=')
  const code = isCount ? 'more' : first
  const values = listOf(fields.values)
  const tries = listOf(fields.try)
  const more = Number(fields.more ?? 0)
  const param = fields.param === undefined ? null : decode(fields.param)
  const facts = Object.fromEntries(
    rest
      .map((part) => part.split('=', 2) as [string, string])
      .filter(([name]) => !usual.has(name))
      .map(([name, value]) => [name, decode(value)]),
  )
  const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
  const listed = values.map((value, i) => (tries[i] ? `${value} (try ${tries[i]})` : value)).join(', ')
  const message = isCount
    ? `${more} more warnings did not fit into the response`
    : [code, param, ...told, listed, more > 0 ? `and ${more} more` : ''].filter(Boolean).join(' ')
  return { code, param, values, tries, facts, more, message }
}

/** The warnings of a response. Values are percent-encoded, so a comma and a blank stand between two lines only. */
export function warningsOf(headers: Headers): Warning[] {
  const warnings = (headers.get('x-warning') ?? '')
    .split(', ')
    .filter((line) => line !== '')
    .map(read)
  if (headers.get('x-truncated') === 'true')
    warnings.push({
      ...{ code: 'truncated', param: null, values: [], tries: [], facts: {}, more: 0 },
      message: 'truncated: there are more rows than were asked for',
    })
  return warnings
}
