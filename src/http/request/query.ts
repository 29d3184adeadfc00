import type { IncomingHttpHeaders } from 'node:http'
import { misplaced } from '../../access/keyPlace.ts'
import { parameterHint } from '../../catalogue/elsewhere.ts'
import { type Language, type Problem, problem } from '../../errors.ts'
import { type Fault, type Fields, type Label, read, type Values } from '../../fields.ts'
import { mostItems, mostParameters } from './accept.ts'
import { nearest } from './nearest.ts'

const badRequest = (en: string, zh: string) => problem('bad_request', [{ en, zh }])

const decode = (raw: string, en: string, zh: string): string => {
  try {
    return decodeURIComponent(raw)
  } catch {
    throw badRequest(`${en} is not valid percent-encoded UTF-8`, `${zh}不是有效的百分號編碼 UTF-8`)
  }
}

/** Decodes a segment of a path. */
export const decodePath = (raw: string): string => (raw.includes('%') ? decode(raw, 'the path', '路徑') : raw)

const decodeQuery = (raw: string): string => decode(raw.replaceAll('+', ' '), 'the query string', '查詢字串')

/** Names that a request has and its route does not know; faults are made of them once the request is refused. */
export type Strangers = {
  readonly names: readonly string[]
  readonly known: readonly string[]
  /** Our name for one of another service. */
  readonly hintOf?: (name: string, known: readonly string[]) => Label | null
  /** The names that are known, for a name that resembles none of the usual ones. */
  readonly list?: { readonly names: readonly string[]; readonly label: Label }
}

/** The fault of an unknown parameter, with the known name nearest to it. */
function strangerOf(name: string, { known, hintOf, list }: Strangers, isCompared: boolean): Fault {
  const [guess] = isCompared ? nearest(name, known, 1) : []
  const isListed = list && list.names.length > 0 && (!guess || list.names.includes(guess))
  const reason = isListed
    ? {
        en: `is not known${guess ? ` (did you mean ${guess}?)` : ''}; ${list.label.en}`,
        zh: `不存在${guess ? `（是否要用 ${guess}？）` : ''}；${list.label.zh}`,
      }
    : guess
      ? { en: `is not known; did you mean ${guess}?`, zh: `不存在，是否要用 ${guess}？` }
      : { en: 'is not known', zh: '不存在' }
  return { param: name.slice(0, 100), reason: hintOf?.(name, known) ?? reason }
}

/** The parameters of a query string by name; those given twice are faults, and unknown names are kept. */
export function splitQuery(query: string, known: readonly string[]) {
  const given: Record<string, string> = {}
  const faults: Fault[] = []
  const names: string[] = []
  const isPlain = !query.includes('%') && !query.includes('+')
  for (let start = 0, end = 0; start < query.length; start = end + 1) {
    end = query.indexOf('&', start)
    if (end < 0) end = query.length
    if (end === start) continue
    const sign = query.indexOf('=', start)
    const mark = sign < 0 || sign > end ? end : sign
    const rawName = query.slice(start, mark)
    const rawValue = query.slice(mark + 1, end)
    const name = isPlain ? rawName : decodeQuery(rawName)
    const value = isPlain ? rawValue : decodeQuery(rawValue)
    if (!known.includes(name)) names.push(name)
    else if (given[name] !== undefined)
      faults.push({ param: name, reason: { en: 'is given more than once', zh: '重複出現，請只給一次' } })
    else given[name] = value
  }
  const strangers: Strangers = { names, known, hintOf: parameterHint }
  return { given, faults, strangers }
}

/** A reason within a sentence: a question at its end stands in brackets, so that the sentence can end. */
const within = (reason: string, language: Language): string =>
  language === 'zh' ? reason.replace(/，([^，]*？)$/, '（$1）') : reason.replace(/; ([^;]*\?)$/, ' ($1)')

/** The faults that the sentence of a failure names; unknown names among them are compared with the known ones. */
const mostNamed = 20
/** The faults that a failure lists. */
const mostListed = 100

/** The failure of a request with these faults and unknown parameters, all of them at once. */
function faultsProblem(faults: readonly Fault[], strangers: Strangers): Problem {
  const listed = [
    ...faults.slice(0, mostListed),
    ...strangers.names
      .slice(0, Math.max(0, mostListed - faults.length))
      .map((name, i) => strangerOf(name, strangers, faults.length + i < mostNamed)),
  ]
  const others = faults.length + strangers.names.length - listed.length
  const errors: readonly Fault[] =
    others === 0
      ? listed
      : [...listed, { param: '…', reason: { en: `and ${others} more faults`, zh: `另有 ${others} 項錯誤` } }]
  const unnamed = listed.length + others - mostNamed
  const sentence = (language: Language) => {
    const more = unnamed <= 0 ? [] : [{ en: `and ${unnamed} more faults`, zh: `另有 ${unnamed} 項錯誤` }[language]]
    const named = listed
      .slice(0, mostNamed)
      .map(({ param, reason }) => `${param} ${within(reason[language], language)}`)
    return [...named, ...more].join(language === 'zh' ? '；' : '; ')
  }
  const code = faults.length > 0 ? 'invalid_parameter' : 'unknown_parameter'
  return problem(code, [{ en: sentence('en'), zh: sentence('zh') }], {
    extra: (language) => ({ errors: errors.map(({ param, reason }) => ({ param, reason: reason[language] })) }),
  })
}

const noStrangers: Strangers = { names: [], known: [] }

/** The failure of a request with one fault that its fields cannot see. */
export const faultOf = (param: string, reason: Label): Problem => faultsProblem([{ param, reason }], noStrangers)

/** Refuses a request for all of its faults at once; 422 `unknown_parameter` where nothing else is wrong. */
export function collectFaults(faults: readonly Fault[], strangers = noStrangers): void {
  if (faults.length > 0 || strangers.names.length > 0) throw faultsProblem(faults, strangers)
}

/** Reads the query by a route's fields; every fault of it is reported at once. */
export function readQuery<Q extends Fields>(fields: Q, query: string): Values<Q> {
  const { given, faults, strangers } = splitQuery(query, Object.keys(fields))
  const result = read(fields, (name) => given[name])
  collectFaults([...faults, ...result.faults], strangers)
  return result.values
}

/** Reads the query of a page. A link from another site may have parameters of that site, or any language. */
export function readPageQuery<Q extends Fields>(fields: Q, query: string): Values<Q> {
  const { given, faults } = splitQuery(query, Object.keys(fields))
  const result = read(fields, (name) => given[name])
  collectFaults([...faults, ...result.faults].filter(({ param }) => param !== 'lang'))
  return result.values
}

/** Runs for every request of rows, so it matches the text instead of parsing it. */
const dry = /(?:^|&)dry_run=(?:true|1)(?:&|$)/
export const isDryRun = (query: string): boolean => query.includes('dry_run') && dry.test(query)

const strict = /(^|[,;\s])handling=strict($|[,;\s])/i

/** Whether the client prefers an error to a warning for a parameter that does not apply. */
export const isStrict = ({ prefer }: IncomingHttpHeaders): boolean =>
  prefer !== undefined && strict.test(String(prefer))

/** Chinese for a reader who prefers any Chinese to English; English otherwise. */
export function languageOf(header: string | undefined): Language {
  if (!header) return 'en'
  const ranked = header
    .split(',', mostItems)
    .map((item) => {
      const [tag = '', ...params] = item.trim().toLowerCase().split(';', mostParameters)
      const q = params.map((param) => /^\s*q=([\d.]+)$/.exec(param)?.[1]).find(Boolean)
      return { tag: tag.trim(), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, q }) => q > 0 && (tag.startsWith('zh') || tag.startsWith('en') || tag === '*'))
    .sort((a, b) => b.q - a.q)
  return ranked[0]?.tag.startsWith('zh') ? 'zh' : 'en'
}

/** The header that identifies the caller; where a key was sent in another header, that header's name and value. */
export function authorizationOf(headers: IncomingHttpHeaders): string | undefined {
  if (headers.authorization !== undefined) return headers.authorization
  const name = misplaced.find((known) => headers[known] !== undefined)
  return name && `${name} ${headers[name]}`
}

/** True where one of the client's validators is the ETag of the answer; weak ones compare equal for a GET. */
export const matches = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((held) => held.trim().replace(/^W\//, '') === tag))
