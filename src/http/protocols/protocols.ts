import type { Route } from '../route.ts'
import { finmind } from './finmind/finmind.ts'
import { openbb } from './openbb/openbb.ts'
import { udf } from './udf/udf.ts'

/**
 * Routes that answer in the form of another protocol, with the rights, the quota and the rows of this API. They are no
 * part of the OpenAPI document: the protocols are described by their owners, and each has a page in `docs/`.
 */
export const protocols: readonly Route[] = [...finmind, ...udf, ...openbb]
