/** Resources that are each used by one piece of work at a time; work that begins after `close` fails with `message`. */
export function createPool<T>(free: T[], message: string) {
  const waiting: ((resource: T) => void)[] = []
  let isClosed = false
  return {
    /** Runs work on a resource that is not in use. */
    async use<R>(work: (resource: T) => Promise<R>): Promise<R> {
      const resource = free.pop() ?? (await new Promise<T>((resolve) => waiting.push(resolve)))
      try {
        if (isClosed) throw new Error(message)
        return await work(resource)
      } finally {
        const next = waiting.shift()
        if (next) next(resource)
        else free.push(resource)
      }
    },
    close() {
      isClosed = true
    },
  }
}
