/** Milliseconds of a Retry-After header: seconds, or a date by the server's own clock. */
export function retryAfterMs(text: string | undefined, theirDate: string | undefined, now: Date): number | null {
  const said = text?.trim() ?? ''
  if (/^\d{1,9}$/.test(said)) return Number(said) * 1_000
  const until = Date.parse(said)
  if (Number.isNaN(until) || !/[a-z]/i.test(said)) return null
  const theirs = Date.parse(theirDate ?? '')
  return Math.max(0, until - (Number.isNaN(theirs) ? now.getTime() : theirs))
}
