import { atomsOf } from './atoms.ts'

/** Phrases by their atoms; the longest that begins at a place is found in one walk. */
export type Trie<T> = {
  readonly add: (phrase: string, value: T) => void
  /** Every phrase that begins at `from`, longest first. */
  readonly at: (texts: readonly string[], from: number) => { readonly next: number; readonly values: readonly T[] }[]
  readonly has: (phrase: string) => boolean
}

type Node<T> = { readonly children: Map<string, Node<T>>; readonly values: T[] }

export function createTrie<T>(): Trie<T> {
  const root: Node<T> = { children: new Map(), values: [] }
  const walk = (phrase: string, make: boolean): Node<T> | undefined => {
    let node: Node<T> | undefined = root
    for (const { text } of atomsOf(phrase)) {
      let child: Node<T> | undefined = node.children.get(text)
      if (!child && make) {
        child = { children: new Map(), values: [] }
        node.children.set(text, child)
      }
      if (!child) return undefined
      node = child
    }
    return node === root ? undefined : node
  }
  return {
    add(phrase, value) {
      const node = walk(phrase, true)
      if (node && !node.values.includes(value)) node.values.push(value)
    },
    at(texts, from) {
      const found: { next: number; values: readonly T[] }[] = []
      let node: Node<T> | undefined = root
      for (let i = from; i < texts.length && node; i++) {
        node = node.children.get(texts[i]!)
        if (node && node.values.length > 0) found.unshift({ next: i + 1, values: node.values })
      }
      return found
    },
    has: (phrase) => (walk(phrase, false)?.values.length ?? 0) > 0,
  }
}
