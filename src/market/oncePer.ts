/**
 * Keeps the value made of an object, such as a world or a path, for as long as the object lives. The object is the last
 * argument; the others are the same for it each time.
 */
export const oncePer = <Of extends [...unknown[], object], T>(make: (...of: Of) => T): ((...of: Of) => T) => {
  const known = new WeakMap<object, { readonly value: T }>()
  return (...of) => {
    const key = of.at(-1) as object
    const found = known.get(key) ?? { value: make(...of) }
    known.set(key, found)
    return found.value
  }
}

/** Keeps the value made of a number or a name. */
export const kept = <Key extends number | string, T>(make: (key: Key) => T): ((key: Key) => T) => {
  const known = new Map<Key, T>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    known.set(key, made)
    return made
  }
}
