import type { Route } from '../route.ts'
import { assetRoutes } from './assetRoutes.ts'
import { datasetEntries } from './datasetEntries.ts'

/** Every page for people, and the files they load. They are no part of the API, so its documents leave them out. */
export const pages: readonly Route[] = [datasetEntries, ...assetRoutes]
