/** Works on items, some at a time; the first failure ends it once the items in work are done. */
export async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  let isFailed = false
  const worker = async (): Promise<void> => {
    while (!isFailed && next < items.length)
      try {
        await work(items[next++]!)
      } catch (error) {
        isFailed = true
        throw error
      }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
