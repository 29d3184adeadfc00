import { date, datetime, nullable, oneOf, text } from '../../fields.ts'
import { dataset } from '../dataset.ts'

export const TaiwanRelatedNews = dataset({
  name: 'TaiwanRelatedNews',
  tier: 'free',
  category: 'other',
  title: { en: 'Stock-related news', zh: '個股相關新聞' },
  about: {
    en: 'Headlines of news and company announcements linked to Taiwan stocks.',
    zh: '與台股個股相關之新聞標題與公司公告。',
  },
  notes: {
    en: 'Headline, link and a short summary of at most 500 characters, not the article. An item about several stocks has a row for each, with the same news_id; MARKET marks news about the market as a whole. Collected since the service started, so there is no older history. Times are Taipei time.',
    zh: '僅收錄標題、連結與至多 500 字摘要，不含全文。一則涉及多檔股票時各有一列，news_id 相同；全市場新聞的 stock_id 為 MARKET。自服務啟用起收錄，無更早歷史。時間為台北時間。',
  },
  also: {
    en: 'news, headlines, company announcements, material information',
    zh: '新聞、個股新聞、重大訊息、公司公告',
  },
  columns: {
    news_id: text('News id', '新聞識別碼'),
    stock_id: text('Security code, or MARKET', '證券代號（全市場為 MARKET）'),
    publish_date: date('Publication date', '發布日期'),
    published_at: datetime('Publication time', '發布時間'),
    title: text('Headline', '標題'),
    source: nullable(text('Media or publisher', '來源媒體')),
    link: text('Link', '連結'),
    summary: nullable(text('Summary', '摘要')),
    provider: oneOf(['mops', 'twse', 'tpex', 'google_news'], 'Provider', '資料提供者'),
    category: nullable(oneOf(['announcement', 'news'], 'Announcement or news', '類別：announcement 公告、news 新聞')),
  },
  key: ['news_id', 'stock_id'],
  date: 'publish_date',
  filters: { include_inactive: true },
  update: '23:00',
  filed: 'published_at',
  sources: ['twseOpenApi', 'tpexOpenApi'],
})
