import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'

/** The service's clock: the machine's, one that started elsewhere, or one that a test turns by hand. */
export function createClock({ FORMOSA_NOW, FORMOSA_CLOCK_FILE }: Config): () => Date {
  if (FORMOSA_CLOCK_FILE !== undefined)
    return () => {
      const now = new Date(readFileSync(FORMOSA_CLOCK_FILE, 'utf8').trim())
      if (Number.isNaN(now.getTime()))
        throw new OperatorError(`FORMOSA_CLOCK_FILE: ${FORMOSA_CLOCK_FILE} does not hold an instant.`)
      return now
    }
  if (FORMOSA_NOW === undefined) return () => new Date()
  const shift = Date.parse(FORMOSA_NOW) - Date.now()
  return () => new Date(Date.now() + shift)
}
