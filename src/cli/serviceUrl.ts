import { UsageError } from '../errors.ts'

/** The address of a service, from the flag `--url`, without a slash at its end. */
export function serviceOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--url must be the http(s) address of a service, and is '${url}'.`)
  return url.replace(/\/+$/, '')
}

/** The reason why a request failed, which `fetch` puts into the cause of its error. */
export const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return (cause as Error | undefined)?.message || message
}
