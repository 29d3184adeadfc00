import { publishers } from '../../catalogue/publishers.ts'
import { feedsOf } from '../feed.ts'

/** Lists that take no parameters, made anew late every evening. */
export const tpexOpenApi = feedsOf(publishers.tpexOpenApi, 'TPEX')
/** The same of the emerging board. */
export const esbOpenApi = feedsOf(publishers.tpexOpenApi, 'ESB')
