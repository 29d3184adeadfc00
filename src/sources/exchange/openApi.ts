import { publishers } from '../../catalogue/publishers.ts'
import { listsOf } from '../openapi.ts'

/** Lists that take no parameters, made anew early every morning. */
export const twseOpenApi = listsOf(publishers.twseOpenApi, 'TWSE', 'twse-openapi')
/** Lists that take no parameters, made anew late every evening. */
export const tpexOpenApi = listsOf(publishers.tpexOpenApi, 'TPEX', 'tpex-openapi')
/** The same of the emerging board. */
export const esbOpenApi = listsOf(publishers.tpexOpenApi, 'ESB', 'tpex-openapi')
