import { publishers } from '../../catalogue/publishers.ts'
import { feedsOf } from '../feed.ts'

/** Lists that take no parameters, made anew early every morning. */
export const twseOpenApi = feedsOf(publishers.twseOpenApi, 'TWSE')
