/** A value in the line above a chart. */
export type ReadoutPart = {
  readonly label?: string
  readonly value?: string
  readonly after?: string
  readonly kind?: string
  readonly tone?: string
}

export function writeReadout(line: HTMLElement, parts: readonly ReadoutPart[]): void {
  line.replaceChildren(
    ...parts.map(({ label, value, after, kind, tone }) => {
      const span = document.createElement('span')
      if (kind) span.className = kind
      if (label) span.append(value === undefined ? label : `${label} `)
      if (value !== undefined) {
        const strong = document.createElement('b')
        if (tone) strong.className = tone
        strong.textContent = value
        span.append(strong)
      }
      if (after) span.append(after)
      return span
    }),
  )
}
