import type { Route } from '../route.ts'
import { accountPage } from './accountPage.ts'
import { agentsPage } from './agentsPage.ts'
import { askPage } from './askPage.ts'
import { assetRoutes } from './assetRoutes.ts'
import { authorizePages } from './authorizePage.ts'
import { consolePage } from './consolePage.ts'
import { datasetListPage } from './datasetListPage.ts'
import { datasetPage } from './datasetPage.ts'
import { devicePages } from './devicePage.ts'
import { documentRoutes } from './documents.ts'
import { marketPage } from './marketPage.ts'
import { searchLists } from './searchLists.ts'
import { sqlPage } from './sqlPage.ts'
import { statusPage } from './statusPage.ts'
import { stockPage } from './stockPage.ts'
import { stocksPage } from './stocksPage.ts'

/** Every page for people, and the files they load. They are no part of the API, so its documents leave them out. */
export const pages = (routes: readonly Route[]): readonly Route[] => [
  datasetListPage,
  datasetPage,
  accountPage,
  ...authorizePages,
  ...devicePages,
  statusPage,
  marketPage,
  stocksPage,
  stockPage,
  consolePage,
  sqlPage,
  askPage,
  agentsPage(routes),
  ...documentRoutes(() => routes),
  ...searchLists(() => routes),
  ...assetRoutes,
]
