import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The text of a file, by its path from the root of the repository. */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

export const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, words]) => words!)

/** Paths from the root of the repository that a document names in backticks. */
export const pathsIn = (text: string): string[] =>
  inBackticks(text).filter((words) => /^(src|test|docs|bench|deploy|sdk|clients|contracts|scripts)\/[^ ]*$/.test(words))
