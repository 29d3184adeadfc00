import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, printed, readBytes } from '../../../test/support/feeds/fixture.ts'
import { search } from './TaiwanRelatedNews.ts'

const item = (
  title: string,
  link = 'https://news.google.com/rss/articles/CBMi1?oc=5',
  date = 'Thu, 02 May 2024 17:46:59 GMT',
) =>
  `<item><title>${title} - 某報</title><link>${link}</link><guid isPermaLink="false">CBMi1</guid><pubDate>${date}</pubDate><description>&lt;a href="${link}"&gt;${title}&lt;/a&gt;&amp;nbsp;某報</description><source url="https://example.com">某報</source></item>`
const rss = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>"1111"</title>${items.join('')}</channel></rss>`
const request = ask('2024-05-03', { id: '1111' })
const read = (text: string) => readBytes(search, new TextEncoder().encode(text), request)

test('a headline that names the stock is a row, at its Taipei date', () => {
  const outcome = read(rss(item('一號(1111)營收 &amp; 獲利雙增')))
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome))
  assert.deepEqual(
    outcome.rows.map((row) => printed(search.dataset, row)),
    [
      {
        news_id: outcome.rows[0]!.news_id,
        stock_id: '1111',
        publish_date: '2024-05-03',
        published_at: '2024-05-02T17:46:59.000Z',
        title: '一號(1111)營收 & 獲利雙增',
        source: '某報',
        link: 'https://news.google.com/rss/articles/CBMi1?oc=5',
        summary: '一號(1111)營收 & 獲利雙增 某報',
        provider: 'google_news',
        category: 'news',
      },
    ],
  )
  assert.match(outcome.rows[0]!.news_id as string, /^[\da-f]{16}$/)
})

test('headlines about others and repeats are counted, not taken; what cannot be read is rejected', () => {
  const outcome = read(
    rss(
      item('一號1111'),
      item('一號1111，再一次'),
      item('二號大漲', 'https://news.google.com/2'),
      item('一號1111', 'https://news.google.com/3', 'yesterday'),
    ),
  )
  assert.ok(outcome.kind === 'rows' && outcome.rows.length === 1)
  assert.deepEqual(outcome.left, [
    { why: 'headlines that do not name the stock', rows: 1 },
    { why: 'repeats', rows: 1 },
  ])
  assert.equal(outcome.rejected.length, 1)
})

test('nothing found is an answer; a page and a cut are not', () => {
  const none = read(rss())
  assert.ok(none.kind === 'rows' && none.rows.length === 0)
  assert.equal(read('<html><title>Sorry</title>captcha</html>').kind, 'blocked')
  assert.equal(read(rss(item('一號1111')).slice(0, -20)).kind, 'blocked')
  assert.equal(read('').kind, 'blocked')
})
