/** Something that the files of one process open once; the last one to stop it closes it. */
export function shareOnce<T extends object, A extends readonly unknown[], R>(
  open: () => Promise<T>,
  close: (opened: T, ...given: A) => Promise<R>,
) {
  let opened: Promise<T> | undefined
  /** Files that have not stopped it yet. */
  let takers = 0
  return async () => {
    takers++
    opened ??= open()
    const shared = await opened
    const stop = async (...given: A): Promise<R | null> => {
      if (--takers > 0) return null
      opened = undefined
      return close(shared, ...given)
    }
    return { ...shared, stop }
  }
}
