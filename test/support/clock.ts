import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Moves the clock of this process to an instant, from where it runs on: wallets sign at the time of a service that starts there. */
export function moveClock(instant: string): void {
  const machine = Date.now
  const ahead = Date.parse(instant) - machine()
  Date.now = () => machine() + ahead
}

/** A clock that stands still until a test turns it; `settings` give it to a service. */
export function createTestClock(folder: string, start: string) {
  const file = join(folder, 'clock')
  let now = Date.parse(start)
  const write = () => {
    // Put in place whole: a service may read it at any moment.
    writeFileSync(`${file}.new`, new Date(now).toISOString())
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    settings: { FORMOSA_CLOCK_FILE: file },
    now: () => new Date(now),
    turn(seconds: number): void {
      now += seconds * 1_000
      write()
    },
    set(instant: number | string): void {
      now = new Date(instant).getTime()
      write()
    },
  }
}
