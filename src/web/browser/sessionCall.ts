/** The answer of the service; status 0 where none came. */
export type Answer<T> = {
  readonly status: number
  readonly isOk: boolean
  readonly body: T & {
    readonly detail?: string
    readonly code?: string
    readonly errors?: readonly { readonly param: string; readonly reason: string }[]
    readonly retry_after_seconds?: number
  }
  readonly headers: Headers
}

/** Calls the service with the session of the reader, or with a key; details come in the language of the page. */
export async function call<T = unknown>(
  url: string,
  { method = 'GET', body, key }: { readonly method?: string; readonly body?: unknown; readonly key?: string } = {},
): Promise<Answer<T>> {
  try {
    const answer = await fetch(url, {
      method,
      credentials: key === undefined ? 'same-origin' : 'omit',
      headers: {
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, isOk: answer.ok, body: await answer.json(), headers: answer.headers }
  } catch {
    return { status: 0, isOk: false, body: {} as Answer<T>['body'], headers: new Headers() }
  }
}
