/** Yields the values of several workers one at a time; a worker continues once its value was taken. */
export async function* mergeWorkers<T>(
  workers: readonly ((put: (value: T) => Promise<void>) => Promise<void>)[],
  stop: () => void,
): AsyncGenerator<T, void, void> {
  let failure: { readonly error: unknown } | null = null
  const { readable, writable } = new TransformStream<T, T>()
  const writer = writable.getWriter()
  // Values that come after the consumer has stopped are dropped.
  const put = (value: T) => writer.write(value).catch(() => {})
  const running = workers.map((work) =>
    work(put).catch((error) => {
      failure ??= { error }
      stop()
    }),
  )
  const all = Promise.all(running).then(() => writer.close().catch(() => {}))
  try {
    yield* readable
  } finally {
    // When the consumer stops, the workers are stopped and awaited.
    stop()
    await all
  }
  if (failure) throw (failure as { error: unknown }).error
}
