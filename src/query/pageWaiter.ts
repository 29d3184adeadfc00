import type { Library } from './library.ts'

/** The longest that a request waits for pages that are being made. */
const patienceMs = 15_000

/** Lets requests wait for pages that are still to be made; `requestPages` asks for those of a dataset first. */
export function createPageWaiter(library: Library, requestPages: (dataset: string) => void) {
  const waiting = new Map<string, Set<() => void>>()
  const isMissing = (dataset: string): boolean => library.current()?.missing.includes(dataset) ?? false

  return {
    /** Null where the pages of a dataset are made; else resolves when they are, or when the wait is too long. */
    wait(dataset: string): Promise<void> | null {
      if (!isMissing(dataset)) return null
      return new Promise((resolve) => {
        const waiters = waiting.get(dataset) ?? new Set()
        if (waiters.size === 0) requestPages(dataset)
        waiting.set(dataset, waiters)
        const timer = setTimeout(() => end(), patienceMs)
        const end = () => {
          clearTimeout(timer)
          waiters.delete(end)
          resolve()
        }
        waiters.add(end)
      })
    },
    /** Looks for the datasets that requests wait for, after the library has changed. */
    changed() {
      for (const [dataset, waiters] of waiting) {
        if (isMissing(dataset)) continue
        waiting.delete(dataset)
        for (const end of waiters) end()
      }
    },
  }
}

export type PageWaiter = ReturnType<typeof createPageWaiter>
