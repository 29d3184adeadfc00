import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { traitsOf } from './traits.ts'

/** A question of the corpus, and its meaning: a canonical sentence in the form `code`, or `refuse` and the code. */
export type Line = { readonly question: string; readonly sentence: string }

/** Reads a file of questions: a line `= meaning`, and below it the questions that mean it. */
export function readLines(text: string): Line[] {
  let sentence = ''
  return text
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('= ')) return [{ question: line, sentence }]
      sentence = line.slice(2)
      return []
    })
}

/** What a sentence says beside its names and numbers: two that share it show the same thing. */
export const patternOf = (sentence: string): string =>
  sentence
    .replace(/ for [^;]*?, (?=the |on |this |from |since |until |each |all |\d)/, ' for …, ')
    .replaceAll(/\d[\d,.-]*/g, '#')

/** Names of securities say nothing of what is asked: their words, in `without`, do not count. */
export type Nearest = (question: string, most: number, without?: readonly string[]) => readonly Line[]

/**
 * Finds the lines nearest to a question by the words they share, rare ones first; of those with the same pattern one.
 * What is nearest is found by an index from words to lines, since it is looked for with every question.
 */
function createNearest(lines: readonly Line[]): Nearest {
  const index = new Map<string, number[]>()
  for (const [at, { question }] of lines.entries())
    for (const trait of traitsOf(question)) {
      const places = index.get(trait)
      if (places) places.push(at)
      else index.set(trait, [at])
    }
  const weightOf = (places: readonly number[]): number => Math.log((1 + lines.length) / places.length)
  const norms = new Float32Array(lines.length)
  for (const places of index.values()) for (const at of places) norms[at]! += weightOf(places) ** 2

  return (question, most, without = []) => {
    const ignored = new Set(without.flatMap((name) => [...traitsOf(name)]))
    const points = new Map<number, number>()
    for (const trait of traitsOf(question)) {
      const places = ignored.has(trait) ? [] : (index.get(trait) ?? [])
      const weight = weightOf(places) ** 2
      for (const at of places) points.set(at, (points.get(at) ?? 0) + weight)
    }
    const ranked = [...points]
      .map(([at, sum]) => [at, sum / Math.sqrt(norms[at]!)] as const)
      .sort((a, b) => b[1] - a[1])
    const found = new Map<string, Line>()
    for (const [at] of ranked) {
      const pattern = patternOf(lines[at]!.sentence)
      if (!found.has(pattern)) found.set(pattern, lines[at]!)
      if (found.size === most) break
    }
    return [...found.values()]
  }
}

/** The questions that the service knows; reading them takes some 0.3 s. */
export const openNearest = (): Nearest =>
  createNearest(readLines(readFileSync(join(import.meta.dirname, 'nearest.txt'), 'utf8')))
