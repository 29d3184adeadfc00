import { diskState, keepReserve } from '../../../store/reserve.ts'
import type { Parts } from '../serviceParts.ts'

const lookMs = 1_000

const kindOf = (state: string | undefined) => state?.split(':')[0]

/** Keeps the reserve file where there is room for it, and reports how full the disk is, now and every second. */
export function watchDisk({ context, readiness }: Parts<'context' | 'readiness'>, onRoom: () => void): void {
  const { config, log } = context
  function look(): void {
    let state: string
    try {
      keepReserve(config.FORMOSA_HOME, config.reserveBytes)
      state = diskState(config.FORMOSA_HOME, config.reserveBytes)
    } catch (error) {
      state = `failing: ${(error as Error).message}`
    }
    const before = readiness.get('disk')
    if (kindOf(state) !== kindOf(before)) {
      if (kindOf(state) === 'ok') {
        onRoom()
        if (before !== undefined) log.info({ state }, 'the disk has room again')
      } else log.warn({ state }, 'the disk is short of room')
    }
    readiness.set('disk', state)
  }
  look()
  setInterval(look, lookMs).unref()
}
