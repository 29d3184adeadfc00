import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is true. A busy machine may take long for it; it fails after two minutes. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, pauseMs = 20): Promise<void> {
  for (const end = performance.now() + 120_000; !(await isTrue()); await sleep(pauseMs))
    if (performance.now() > end) throw new Error(`not within two minutes: ${what}`)
}
