import { catalogue } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { chosenNames, keptDays, shownEvent } from '../../events/types.ts'
import { integer, namesAmong, optional, text } from '../../fields.ts'
import { readInstant } from '../../query/parameters.ts'
import { eventsAfter, idAt, newestPlace, placeOf, readRemoved } from '../../store/events.ts'
import { eventSchema } from '../openapi/events.ts'
import { requestHeader } from '../openapi/parameters.ts'
import * as schema from '../openapi/schema.ts'
import { jsonType, qualityOf } from '../request/accept.ts'
import { faultOf } from '../request/query.ts'
import { route } from '../route.ts'
import type { Services } from '../services.ts'

const streamType = 'text/event-stream'
const usualLimit = 100

/** A place as its reader gives it: the id of an event, a date or an instant. */
export function placeGiven({ database }: Services, userId: number, given: string): Promise<number | null> {
  const instant = readInstant(given)
  return placeOf(database, userId, instant === null ? { id: given } : { instant: new Date(instant).toISOString() })
}

const typeList = chosenNames.map((name) => `\`${name}\``).join(', ')

export const listEvents = route('GET /v1/events', 'listEvents', {
  tag: 'events',
  about: {
    en: 'What happened: datasets ready, corrected, late and restored, your quota near its end, prices of agents changed; as a stream (Accept: text/event-stream) or a page.',
    zh: '事件：資料集已更新、更正、遲到、恢復，額度將盡，代理程式價格變動；以串流（Accept: text/event-stream）或分頁取得。',
  },
  description:
    'A stream begins with new events unless it is given a place; a page begins with the oldest event there is. A client that connects again sends Last-Event-ID, as browsers do by themselves. A stream is one call, whatever it sends.',
  guide: {
    events: [
      {
        en: `\`GET /v1/events\` with \`Accept: text/event-stream\` streams events as they happen; without it the answer is a page of them, and \`after\` of the answer leads to the next page. Types: ${typeList}. Each event has an id; those of a dataset come in their order, and each at least once. Events are kept for ${keptDays} days; a reader whose place is older gets \`events.missed\` or 410 \`events_gone\`.`,
        zh: `\`GET /v1/events\` 加上 \`Accept: text/event-stream\` 以串流即時傳送事件；否則回傳一頁事件，以回應中的 \`after\` 讀取下一頁。類型：${typeList}。每個事件皆有 id，同一資料集依序傳送，至少一次。事件保留 ${keptDays} 天；位置更早的讀者會收到 \`events.missed\` 或 410 \`events_gone\`。`,
      },
    ],
  },
  auth: 'key',
  counts: 'events',
  etag: 'sometimes',
  types: [jsonType, streamType],
  head: [
    requestHeader(
      'Last-Event-ID',
      'Id of the last event you have; it goes before `after`',
      '您已收到的最後一個事件 id，優先於 `after`',
    ),
  ],
  query: {
    after: optional(
      text('Events after this one (its id), after a date or an instant', '此事件（id）、日期或時點之後的事件'),
    ),
    types: optional(
      namesAmong(
        chosenNames,
        `These types alone, separated by commas, of ${chosenNames.join(', ')}`,
        `僅限這些類型，以逗號分隔：${chosenNames.join('、')}`,
      ),
    ),
    datasets: optional(
      namesAmong(
        catalogue.map(({ name }) => name),
        'Events of these datasets alone, separated by commas',
        '僅限這些資料集的事件，以逗號分隔',
      ),
    ),
    limit: optional(
      integer(`Most events of a page, ${usualLimit} when left out`, `每頁事件數上限，預設 ${usualLimit}`, {
        min: 1,
        max: 1_000,
      }),
    ),
  },
  responses: {
    200: {
      schema: schema.object('Events', 'A page of events, the oldest first', {
        count: schema.count('Number of events in data'),
        data: schema.listOf(eventSchema),
        after: schema.string('The place behind them: send it as `after` for the next page'),
      }),
      isStreamToo: true,
      headers: ['X-Accel-Buffering?'],
    },
  },
  fails: ['events_gone', 'too_many_streams'],
  async handle({ query, caller, request }, services) {
    const { database, eventStreams } = services
    const { accept, 'last-event-id': header } = request.headers
    const isStream =
      accept?.includes(streamType) === true && qualityOf(accept, streamType) > qualityOf(accept, jsonType)
    const given = header === undefined ? query.after : String(header)
    const filter = { userId: caller.userId, types: query.types ?? null, datasets: query.datasets ?? null }
    const newest = await newestPlace(database)
    const start = isStream ? newest : (await readRemoved(database)).seq
    const place = given === undefined ? start : await placeGiven(services, caller.userId, given)
    // A client that connects again by itself could do nothing about an error.
    if (place === null && !(isStream && header !== undefined)) throw problem('events_gone', [])
    if (isStream) {
      if (query.limit !== undefined) throw faultOf('limit', { en: 'has no meaning for a stream', zh: '對串流沒有意義' })
      const { stream, free } = eventStreams.open(filter, place)
      const headers = { 'Content-Type': streamType, 'X-Accel-Buffering': 'no' }
      return { headers, body: '', stream, release: free, after: free }
    }
    const limit = query.limit ?? usualLimit
    const events = await eventsAfter(database, filter, place!, limit)
    const last = events.at(-1)
    // With a filter the place moves on too, so that it does not become older than what is kept.
    const isFull = events.length === limit
    const after = isFull ? last!.id : await idAt(database, caller.userId, Math.max(newest, last?.seq ?? 0))
    return { body: { count: events.length, data: events.map(shownEvent), after } }
  },
})
