export const shown = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** A number that the caller gave; throws where it is none or too small. */
export function numberFrom(least: number, name: string, value: unknown): number {
  if (typeof value === 'number' && value >= least) return value
  throw new TypeError(`${name} must be a number from ${least} on, and is ${shown(value)}`)
}

/** A whole number that the caller gave. */
export function wholeFrom(least: number, name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= least) return value as number
  throw new TypeError(`${name} must be a whole number from ${least} on, and is ${shown(value)}`)
}

/** A text that the caller gave, which a program without types may have forgotten. */
export function textFrom(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError(`${name} must be a text, and is ${value === '' ? 'empty' : shown(value)}`)
}
