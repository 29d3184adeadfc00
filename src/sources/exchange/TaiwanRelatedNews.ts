import { createHash } from 'node:crypto'
import { TaiwanRelatedNews } from '../../catalogue/other/TaiwanRelatedNews.ts'
import { dayMs, dayOf, taipeiMs } from '../../days.ts'
import { dateFrom, dayFrom, timeFrom } from '../dates.ts'
import { column, combined, constant, whole } from '../reading.ts'
import { plainText } from '../text.ts'
import { tpexOpenApi, twseOpenApi } from './openApi.ts'

const summarySize = 500

/** A piece of news is known by its link. */
const newsId = (link: string): string => createHash('sha256').update(link.trim()).digest('hex').slice(0, 16)

/** The list has no links: a link to the page of announcements, made unique by company and time. */
const linkOf = (id: string, date: string, time: string): string | undefined => {
  const [day, moment] = [dateFrom(date), timeFrom(time)]
  if (!day || !moment) return undefined
  return `https://mops.twse.com.tw/mops/#/web/t05st02#${id.normalize('NFKC').trim()}-${day.replaceAll('-', '')}-${moment.replaceAll(':', '')}`
}
const momentOf = (date: string, time: string): number | undefined => {
  const [day, moment] = [dateFrom(date), timeFrom(time)]
  return day && moment ? Date.parse(`${day}T${moment}+08:00`) : undefined
}

type Titles = { readonly id: string; readonly name: string; readonly made: string }

/** Announcements of companies, which both exchanges list alike. */
const announcements = ({ id, name, made }: Titles) =>
  whole(
    TaiwanRelatedNews,
    {
      news_id: combined([id, '發言日期', '發言時間'], (...texts) => {
        const link = linkOf(...(texts as [string, string, string]))
        return link === undefined ? undefined : newsId(link)
      }),
      stock_id: id,
      publish_date: column('發言日期', { read: (text) => (dateFrom(text) ? dayOf(dateFrom(text)!) : undefined) }),
      published_at: combined(['發言日期', '發言時間'], momentOf),
      title: column('主旨', { read: (text) => plainText(text.replace(/[\r\n]+/g, '')) || null }),
      source: constant('公開資訊觀測站'),
      link: combined([id, '發言日期', '發言時間'], linkOf),
      summary: column('說明', { read: (text) => plainText(text).slice(0, summarySize) || null }),
      provider: constant('mops'),
      category: constant('announcement'),
    },
    { ignore: [made, name, '符合條款', '事實發生日'] },
  )

/** Midnight in Taipei: the hour is not announced. */
const midnight = (text: string): number | null | undefined => {
  const day = dayFrom(text)
  return typeof day === 'number' ? day * dayMs - taipeiMs : day
}

const released = whole(TaiwanRelatedNews, {
  news_id: column('Url', { read: newsId }),
  stock_id: constant('MARKET'),
  publish_date: 'Date',
  published_at: column('Date', { read: midnight }),
  title: column('Title', { read: (text) => plainText(text) || null }),
  source: constant('臺灣證券交易所'),
  link: 'Url',
  summary: null,
  provider: constant('twse'),
  category: constant('news'),
})

export const news = [
  // Announcements of companies today.
  twseOpenApi.events(announcements({ id: '公司代號', name: '公司名稱', made: '出表日期' }), '/opendata/t187ap04_L', {
    recorded: '.json',
  }),
  // Press releases of the exchange.
  twseOpenApi.rows(released, '/news/newsList', { recorded: '.json' }),
  tpexOpenApi.events(
    announcements({ id: 'SecuritiesCompanyCode', name: 'CompanyName', made: 'Date' }),
    '/mopsfin_t187ap04_O',
  ),
]
