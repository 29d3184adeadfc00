import { until } from './until.ts'

/** An event of a stream: its id and its body. */
export type StreamedEvent = {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  // biome-ignore lint/suspicious/noExplicitAny: the data of any event
  readonly data: any
}

/** Opens a stream of events as a browser does, and keeps what it is sent. */
export async function openEventStream(
  url: string,
  key: string,
  { query = '', lastId }: { readonly query?: string; readonly lastId?: string } = {},
) {
  const controller = new AbortController()
  const response = await fetch(`${url}/v1/events${query}`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${key}`,
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
    signal: controller.signal,
  })
  const events: StreamedEvent[] = []
  let place = ''
  let end: 'open' | 'ended' | 'broken' = 'open'
  async function read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const fields = Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        if (fields.id !== undefined) place = fields.id
        if (fields.data === undefined) continue
        const event = JSON.parse(fields.data) as StreamedEvent
        if (event.id !== fields.id && event.type !== 'events.missed')
          throw new Error(`${event.id} is sent as ${fields.id}`)
        if (event.type !== fields.event) throw new Error(`${event.type} is sent as ${fields.event}`)
        events.push(event)
      }
    }
  }
  let fault: unknown = null
  const reading =
    response.status === 200
      ? read().then(
          () => {
            end = 'ended'
          },
          (error) => {
            end = 'broken'
            fault = error
          },
        )
      : Promise.resolve()
  /** Waits for something of the stream, which must be open. */
  const untilOpen = (what: string, look: () => boolean) =>
    until(what, () => {
      if (look()) return true
      if (response.status !== 200) throw new Error(`${what}: the stream was refused with ${response.status}`)
      if (end !== 'open') throw new Error(`${what}: the stream is ${end}`, { cause: fault })
      return false
    })
  return {
    response,
    events,
    /** The id that a client sends when it connects again. */
    place: () => place,
    end: () => end,
    /** Waits until so many events have come. */
    has: (count: number) =>
      untilOpen(`${count} events, of which there are ${events.length}`, () => events.length >= count),
    ready: () => untilOpen('the stream begins', () => place !== ''),
    ended: () => reading,
    async close(): Promise<void> {
      controller.abort()
      await reading
    },
  }
}
