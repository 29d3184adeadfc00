import { setTimeout as sleep } from 'node:timers/promises'

type Nothing = false | 0 | '' | null | undefined

/** Waits until a look finds something, and returns it. A busy machine may take long; it fails after five minutes. */
export async function until<T>(
  what: string,
  look: () => T | Nothing | Promise<T | Nothing>,
  { pauseMs = 20, log = () => '' }: { readonly pauseMs?: number; readonly log?: () => string } = {},
): Promise<T> {
  for (const end = performance.now() + 300_000; ; await sleep(pauseMs)) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error(`not within five minutes: ${what}\n${log()}`)
  }
}
