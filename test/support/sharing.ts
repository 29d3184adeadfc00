/** Something that the files of one process open once; the last one to leave closes it. */
export function shareOnce<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<number | null>) {
  let opened: Promise<T> | undefined
  /** Files that have not left yet. */
  let takers = 0
  return (): Promise<T & { readonly stop: () => Promise<number | null> }> => {
    takers++
    opened ??= open()
    return opened.then((shared) => ({
      ...shared,
      async stop() {
        if (--takers > 0) return null
        opened = undefined
        return close(shared)
      },
    }))
  }
}
