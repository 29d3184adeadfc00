/** Yields the values of several workers one at a time; a worker continues once its value was taken. */
export async function* mergeWorkers<T>(
  workers: readonly ((put: (value: T) => Promise<void>) => Promise<void>)[],
  stop: () => void,
): AsyncGenerator<T, void, void> {
  const waiting: { readonly value: T; readonly taken: () => void }[] = []
  let wake = () => {}
  let running = workers.length
  let isOver = false
  let failure: { readonly error: unknown } | null = null
  const put = (value: T) =>
    new Promise<void>((taken) => {
      if (isOver) return taken()
      waiting.push({ value, taken })
      wake()
    })
  const all = workers.map((work) =>
    work(put)
      .catch((error) => {
        failure ??= { error }
        stop()
      })
      .finally(() => {
        running--
        wake()
      }),
  )
  try {
    while (running > 0 || waiting.length > 0) {
      const next = waiting.shift()
      if (next) {
        next.taken()
        yield next.value
        continue
      }
      if (failure) break
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  } finally {
    // When the consumer stops, the workers are stopped and awaited.
    isOver = true
    stop()
    for (const { taken } of waiting) taken()
    await Promise.all(all)
  }
  if (failure) throw (failure as { error: unknown }).error
}
