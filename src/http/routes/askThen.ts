import type { Answer } from '../../ask/answer.ts'
import { declined } from '../../ask/decline.ts'
import { languageOf } from '../../ask/language.ts'
import { notReady } from '../../errors.ts'
import type { OpenPages } from '../../pages/open.ts'
import { newestKnown } from '../../query/known/past.ts'
import { whenHere } from '../../query/remote.ts'
import { RecentMap } from '../../recent.ts'
import { instantOf } from '../request/instant.ts'
import type { Services } from '../services.ts'
import { pastTables } from '../sql/pastTables.ts'

type Question = Parameters<Services['ask']>[0]
type Newest = Readonly<Record<string, string | null>>

const newestOf = new WeakMap<OpenPages, RecentMap<string, Newest>>()
/** Instants whose newest dates are kept. */
const mostKept = 16

/** Answers a question, as of an instant where it or `as_of` says so. */
export async function answerThen(
  services: Services,
  question: Question,
  given: string | undefined,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = given === undefined ? await services.ask(question, signal) : null
  if (answer && answer.kind !== 'past') return answer
  const param = answer ? 'question' : 'as_of'
  const asOf = instantOf(answer?.at ?? given!, services.now, param)
  return answerAsOf(services, answer ? { ...question, question: answer.question } : question, asOf, signal)
}

async function answerAsOf(services: Services, question: Question, asOf: string, signal: AbortSignal): Promise<Answer> {
  const { library, turns, ask } = services
  const { reader } = library
  const instant = Date.parse(asOf)
  const pages = library.current()
  if (!pages || pages.missing.length > 0) throw notReady()
  const kept = newestOf.get(pages) ?? new RecentMap(mostKept)
  newestOf.set(pages, kept)
  const newest = kept.get(asOf) ?? (await whenHere(library, () => turns.work(newestKnown(reader, pages, instant))))
  kept.set(asOf, newest)
  const read = await ask({ ...question, maxRows: null, past: { asOf, newest } }, signal)
  if (read.kind !== 'explained' || question.maxRows === null) return read
  // Another version was published meanwhile.
  if (read.version !== pages.version) throw notReady()
  const { representation, engine, isWithoutModel } = read
  const { tables, computed } = await pastTables(services, pages, read.sql, instant)
  if (computed) {
    const { version } = pages
    return { engine, isWithoutModel, version, ...declined('computed_then', languageOf(question.question)) }
  }
  const answer = await ask({ ...question, past: { asOf, newest, read: { representation, tables } } }, signal)
  return 'engine' in answer ? { ...answer, engine, isWithoutModel } : answer
}
