/** Runs one job at a time, each after the one before it has ended. */
export function createOneByOne() {
  let tail: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work)
    tail = turn.catch(() => {})
    return turn
  }
}
