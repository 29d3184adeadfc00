/** Calls this at the first signal to stop, unless the returned function was called before. */
export function onStop(stop: (signal: NodeJS.Signals) => void): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const
  for (const signal of signals) process.once(signal, stop)
  return () => {
    for (const signal of signals) process.off(signal, stop)
  }
}
