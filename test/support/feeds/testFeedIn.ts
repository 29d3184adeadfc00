import { readFileSync } from 'node:fs'
import type { Feed, FeedRequest } from '../../../src/sources/feed.ts'
import { testFeed } from './testFeed.ts'

/** Tests of feeds whose rows are written beside their fixtures, as `<dataset>.<endpoint>.rows.json`. */

/** The titles of a file or a page, as they stand in it. */
function titlesIn(file: string, text: string): { titles?: readonly string[] } {
  if (file.endsWith('.html')) {
    const heads = [...text.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map((match) => match[1]!)
    return { titles: [...new Set(heads)] }
  }
  if (!file.endsWith('.csv')) return {}
  const [head = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/)
  return { titles: head.split(',').map((title) => title.replace(/^"|"$/g, '')) }
}

export const testFeedIn =
  (folder: string) =>
  (feed: Feed, file: string, request: FeedRequest, titles?: readonly string[]): void => {
    const written = readFileSync(`${folder}/fixtures/${feed.dataset.name}.${feed.endpoint}.rows.json`, 'utf8')
    const text = readFileSync(`${folder}/fixtures/${file}`, 'utf8')
    testFeed(feed, {
      folder,
      file,
      request,
      ...titlesIn(file, text),
      ...(titles && { titles }),
      ...JSON.parse(written),
    })
  }
