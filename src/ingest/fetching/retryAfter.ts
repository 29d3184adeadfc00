/** Milliseconds of a Retry-After header: seconds, or a date by the server's own clock. */
export function retryAfterMs(text: string | undefined, theirDate: string | undefined, now: Date): number | null {
  const header = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const until = Date.parse(header)
  if (Number.isNaN(until) || !/[a-z]/i.test(header)) return null
  const theirs = Date.parse(theirDate ?? '')
  return Math.max(0, until - (Number.isNaN(theirs) ? now.getTime() : theirs))
}
