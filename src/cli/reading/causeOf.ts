/** The reason why a request failed, which `fetch` puts into the cause of its error. */
export const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return (cause as Error | undefined)?.message || message
}
