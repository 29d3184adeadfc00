type Node = Record<string, unknown>

/** A value with every object in it replaced, the innermost first. */
export function mapped<T>(value: T, replace: (node: Node) => unknown): T {
  if (Array.isArray(value)) return value.map((one) => mapped(one, replace)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [key, mapped(part, replace)])
  return replace(Object.fromEntries(entries)) as T
}

/** Every object in a value, the innermost first. */
export function nodesIn(value: unknown): Node[] {
  const found: Node[] = []
  mapped(value, (node) => {
    found.push(node)
    return node
  })
  return found
}
