import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { SettingError } from '../errors.ts'

/** Where the time comes from, in a form that threads can be handed. */
export type ClockTerms = {
  /** How far the clock is ahead of the machine's; null for the machine's own. */
  readonly shiftMs: number | null
  /** A file that holds the present instant, turned by hand. */
  readonly file: string | null
}

export const clockTerms = ({ FORMOSA_NOW, FORMOSA_CLOCK_FILE }: Config): ClockTerms => ({
  shiftMs: FORMOSA_NOW === undefined ? null : Date.parse(FORMOSA_NOW) - Date.now(),
  file: FORMOSA_CLOCK_FILE ?? null,
})

/** True for a clock that is not the machine's. */
export const isTestClock = ({ shiftMs, file }: ClockTerms): boolean => shiftMs !== null || file !== null

function readClock(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingError(`FORMOSA_CLOCK_FILE cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

/** The service's clock: the machine's, one that started elsewhere, or one that a test turns by hand. */
export function createClock({ shiftMs, file }: ClockTerms): () => Date {
  if (file !== null)
    return () => {
      const now = new Date(readClock(file).trim())
      if (Number.isNaN(now.getTime())) throw new SettingError(`FORMOSA_CLOCK_FILE: ${file} does not hold an instant.`)
      return now
    }
  return shiftMs === null ? () => new Date() : () => new Date(Date.now() + shiftMs)
}
