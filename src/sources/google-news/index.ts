import type { Feed } from '../feed.ts'
import { search } from './TaiwanRelatedNews.ts'

/** What Google News is asked. */
export const googleNewsFeeds: readonly Feed[] = [search]
