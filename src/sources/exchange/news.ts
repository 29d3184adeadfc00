import { createHash } from 'node:crypto'
import { TaiwanRelatedNews } from '../../catalogue/other/TaiwanRelatedNews.ts'
import { dayOf } from '../../days.ts'
import { dateFrom, timeFrom } from '../dates.ts'
import { column, combined, constant, type Reading, whole } from '../reading.ts'
import { plainText } from '../text.ts'

const summarySize = 500

/** A piece of news is known by its link. */
export const newsId = (link: string): string => createHash('sha256').update(link.trim()).digest('hex').slice(0, 16)

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
export const announcements = ({ id, name, made }: Titles): Reading =>
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
