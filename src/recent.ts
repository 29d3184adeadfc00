/** A map of at most so many entries: one more removes the entry that was read or set least recently. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #most: number
  readonly #onRemoved: (value: V) => void
  #newest: K | undefined

  /** `onRemoved` is called with what makes room for another. */
  constructor(most: number, onRemoved: (value: V) => void = () => {}) {
    super()
    this.#most = most
    this.#onRemoved = onRemoved
  }

  override get(key: K): V | undefined {
    const value = super.get(key)
    // The same key is often read again and again.
    if (key !== this.#newest && (value !== undefined || this.has(key))) this.#put(key, value as V)
    return value
  }

  override set(key: K, value: V): this {
    this.#put(key, value)
    if (this.size <= this.#most) return this
    // The first is the one that was used least recently.
    const [oldest, removed] = this.entries().next().value!
    this.delete(oldest)
    this.#onRemoved(removed)
    return this
  }

  #put(key: K, value: V): void {
    this.delete(key)
    super.set(key, value)
    this.#newest = key
  }
}

/** The function, with its results for the arguments that were used last. */
export function remembering<K, V>(most: number, make: (key: K) => V): (key: K) => V {
  const known = new RecentMap<K, V>(most)
  return (key) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as V
    const made = make(key)
    known.set(key, made)
    return made
  }
}
