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

/** The same with the reading taken at its head. */
export function compile(representation: Representation, facts: Facts, language: 'en' | 'zh'): string {
  const sql = checkedSql(representation, facts)
  return comment(readingOf(representation, facts, language)) + sql
}
