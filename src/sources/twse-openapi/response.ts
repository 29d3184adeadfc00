import { publishers } from '../../catalogue/publishers.ts'
import { listsOf } from '../openapi.ts'

/** Lists that take no parameters, made anew early every morning. */
export const twseOpenApi = listsOf(publishers.twseOpenApi, 'TWSE', 'twse-openapi')
