import { TaiwanRelatedNews } from '../../catalogue/other/TaiwanRelatedNews.ts'
import { dayMs, taipeiMs } from '../../days.ts'
import { dayFrom } from '../dates.ts'
import { announcements, newsId } from '../exchange/news.ts'
import { column, constant, whole } from '../reading.ts'
import { plainText } from '../text.ts'
import { twseOpenApi } from './response.ts'

const announced = announcements({ id: '公司代號', name: '公司名稱', made: '出表日期' })

/** Announcements of companies today. */
export const t187ap04 = twseOpenApi.events(announced, '/opendata/t187ap04_L', { recorded: '.json' })

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

/** Press releases of the exchange. */
export const newsList = twseOpenApi.rows(released, '/news/newsList', { recorded: '.json' })
