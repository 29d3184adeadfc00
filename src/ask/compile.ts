import { check } from './check.ts'
import { holdToCoverage } from './coverage.ts'
import type { Facts } from './facts.ts'
import { readingOf } from './reading.ts'
import type { Representation } from './representation.ts'
import { buildSql } from './sql/build.ts'
import { comment } from './sql/print.ts'
import { Meaningless } from './typing.ts'

/** The SQL of a representation; throws `Meaningless` where it means nothing, and `NotCovered` where it can have no rows. */
export function checkedSql(representation: Representation, facts: Facts): string {
  const faults = check(representation, facts)
  if (faults.length > 0) throw new Meaningless(faults.join('; '))
  holdToCoverage(representation, facts)
  return buildSql(representation, facts)
}

/** A statement, and the same with the reading taken at its head. */
type Compiled = { readonly statement: string; readonly sql: string }

export function compiled(representation: Representation, facts: Facts, language: 'en' | 'zh'): Compiled {
  const statement = checkedSql(representation, facts)
  return { statement, sql: comment(readingOf(representation, facts, language)) + statement }
}

export const compile = (representation: Representation, facts: Facts, language: 'en' | 'zh'): string =>
  compiled(representation, facts, language).sql
