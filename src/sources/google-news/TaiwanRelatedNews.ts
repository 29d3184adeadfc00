import { TaiwanRelatedNews } from '../../catalogue/other/TaiwanRelatedNews.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { dayNumber, taipeiDate } from '../dates.ts'
import { newsId } from '../exchange/news.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { refusalIn } from '../json.ts'
import { blocked, changed, type Outcome, type Rejected, type Row, rowsOutcome } from '../outcome.ts'
import { decode, plainText } from '../text.ts'

const googleNews = feedsOf(publishers.googleNews, null)
const summarySize = 500

/** The text of an element, whether it is escaped or stands in a section of characters. */
function element(item: string, name: string): string | null {
  const [, inner] = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(item) ?? []
  return inner === undefined ? null : plainText(inner.replace(/^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/, '$1'))
}

/** Headlines end with the name of their source, which has an element of its own. */
const headline = (title: string, source: string | null): string =>
  source !== null && title.endsWith(` - ${source}`) ? title.slice(0, -source.length - 3).trim() : title

function rowOf(item: string, id: string): Row | string {
  const [title, link, published] = ['title', 'link', 'pubDate'].map((name) => element(item, name))
  const moment = Date.parse(published ?? '')
  if (!title || !link || !/^https:\/\//.test(link) || Number.isNaN(moment)) return 'cannot be read'
  const source = element(item, 'source')
  const description = element(item, 'description')
  return {
    news_id: newsId(link),
    stock_id: id,
    publish_date: dayNumber(taipeiDate(new Date(moment).toISOString())),
    published_at: moment,
    title: headline(title, source),
    source,
    link,
    summary: description === null ? null : plainText(description).slice(0, summarySize) || null,
    provider: 'google_news',
    category: 'news',
  }
}

/** What was found for a stock's code; only headlines that name it are about it. */
function parse(bytes: Uint8Array, { id }: FeedRequest): Outcome {
  const feed = decode(bytes, 'utf-8')
  if (!feed.includes('<rss')) throw blocked(refusalIn(feed) ?? `no feed: ${plainText(feed).slice(0, 80)}`)
  if (!/<\/rss>\s*$/.test(feed)) throw blocked('the feed breaks off before its end')
  if (!feed.includes('<channel>')) throw changed('a feed without a channel')
  const rows: Row[] = []
  const rejected: Rejected[] = []
  const known = new Set<string>()
  let [others, repeats] = [0, 0]
  for (const [item] of feed.matchAll(/<item>[\s\S]*?<\/item>/g)) {
    const row = rowOf(item, id ?? '')
    if (typeof row === 'string') rejected.push({ column: 'title', why: row, cells: [plainText(item).slice(0, 200)] })
    else if (!(row.title as string).includes(id ?? '')) others++
    else if (known.has(row.news_id as string)) repeats++
    else {
      known.add(row.news_id as string)
      rows.push(row)
    }
  }
  const left = [
    { why: 'headlines that do not name the stock', rows: others },
    { why: 'repeats', rows: repeats },
  ].filter((one) => one.rows > 0)
  return rowsOutcome({ rows, rejected, unread: [], left })
}

/** Headlines of the last week about one stock. */
export const search = googleNews(
  { dataset: TaiwanRelatedNews },
  {
    endpoint: 'rss',
    span: 'latest',
    each: 'id',
    request: ({ id }) => get('/rss/search', { q: `${id ?? ''} when:7d`, hl: 'zh-TW', gl: 'TW', ceid: 'TW:zh-Hant' }),
    parse,
  },
)
