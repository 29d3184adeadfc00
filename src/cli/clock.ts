import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { SettingError } from '../errors.ts'

/** The source of the time, in a form that threads can be handed. */
export type ClockOptions = {
  /** Milliseconds ahead of the machine's clock; null for the machine's clock. */
  readonly shiftMs: number | null
  /** A file with the present instant, set by tests. */
  readonly file: string | null
}

export const clockOptions = ({ FORMOSA_NOW, FORMOSA_CLOCK_FILE }: Config): ClockOptions => ({
  shiftMs: FORMOSA_NOW === undefined ? null : Date.parse(FORMOSA_NOW) - Date.now(),
  file: FORMOSA_CLOCK_FILE ?? null,
})

/** True for a clock that is not the machine's. */
export const isTestClock = ({ shiftMs, file }: ClockOptions): boolean => shiftMs !== null || file !== null

function readClock(file: string): Date {
  try {
    const now = new Date(readFileSync(file, 'utf8').trim())
    if (Number.isNaN(now.getTime())) throw new Error(`${file} does not hold an instant`)
    return now
  } catch (error) {
    throw new SettingError(`FORMOSA_CLOCK_FILE cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

/** The service's clock: the machine's, a shifted one, or a file that tests set. */
export const createClock = ({ shiftMs, file }: ClockOptions): (() => Date) =>
  file === null ? () => new Date(Date.now() + (shiftMs ?? 0)) : () => readClock(file)
