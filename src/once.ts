/** Makes a value with the first call and keeps it; a failure is not kept, so that the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    if (made) return made.value
    made = { value: make() }
    if (made.value instanceof Promise)
      made.value.catch(() => {
        made = null
      })
    return made.value
  }
}
