/** What needs no wait is done in the turn of the event loop in which it began, so that its sender's turn is measured. */
export const chain = <T, U>(value: T | Promise<T>, next: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(next) : next(value)

/** The result of work, or what `rescue` makes of its failure. */
export function attempt<T>(work: () => T | Promise<T>, rescue: (error: unknown) => T | Promise<T>): T | Promise<T> {
  try {
    const made = work()
    return made instanceof Promise ? made.catch(rescue) : made
  } catch (error) {
    return rescue(error)
  }
}
