import { isDeepStrictEqual } from 'node:util'
import { changed } from './outcome.ts'
import { titleOf } from './text.ts'

/** A table of a response, whatever format it came in. Cells are as the publisher wrote them. */
export type Table = {
  /** Empty where the publisher gives none. */
  readonly title: string
  /** Titles of the columns, without their varying parts. */
  readonly titles: readonly string[]
  /** The same as they were written. */
  readonly written: readonly string[]
  /** The title that stands over each column, where titles repeat below several of them. */
  readonly groups: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

type Group = { readonly title: string; readonly span: number; readonly start?: number }

const spread = (groups: readonly Group[], size: number): string[] => {
  const titles = new Array<string>(size).fill('')
  let at = 0
  for (const { title, span, start } of groups) {
    at = start ?? at
    titles.fill(titleOf(title), at, at + span)
    at += span
  }
  return titles
}

export function tableOf(
  title: string,
  titles: readonly unknown[],
  rows: unknown,
  groups: readonly Group[] = [],
): Table {
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    throw changed(`the table ${title || 'without a title'} has no list of rows`)
  const written = titles.map(String)
  return {
    title: titleOf(title),
    titles: written.map(titleOf),
    written,
    groups: spread(groups, written.length),
    rows,
  }
}

/** A list of objects as a table; keys that only some of them have are blank in the others. */
export function tableOfObjects(list: unknown): Table {
  if (!Array.isArray(list)) throw changed('the answer is no list of objects')
  if (!list.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row)))
    throw changed('the list holds something that is no object')
  const rows = list as Record<string, unknown>[]
  const first = Object.keys(rows[0] ?? {})
  const isLikeFirst = (row: object) => isDeepStrictEqual(Object.keys(row), first)
  const keys = rows.every(isLikeFirst) ? first : [...new Set(rows.flatMap(Object.keys))]
  return {
    title: '',
    titles: keys.map(titleOf),
    written: keys,
    groups: keys.map(() => ''),
    rows: keys === first ? rows.map(Object.values) : rows.map((row) => keys.map((key) => row[key] ?? '')),
  }
}
