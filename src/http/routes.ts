import type { Route } from './route.ts'
import { listDatasets } from './routes/catalogue.ts'
import { docs } from './routes/docs.ts'
import { healthz, readyz } from './routes/health.ts'
import { llms } from './routes/llms.ts'
import { openapi } from './routes/openapi.ts'

const all = (): readonly Route[] => routes

/** Every endpoint but the query of a dataset, which has a path of its own for speed. */
export const routes: readonly Route[] = [listDatasets, healthz, readyz, openapi(all), docs(all), llms(all)]

export const byPath: ReadonlyMap<string, Route> = new Map(routes.map((known) => [known.path, known]))
