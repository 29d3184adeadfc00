import type { Route } from '../route.ts'
import { agentPrices } from './agentPrices.ts'
import { ask, explain } from './ask.ts'
import { changePassword, logIn, logOut, signUp } from './auth.ts'
import { billingWebhook, checkout, listPlans, portal } from './billing.ts'
import { bulkDataset, bulkFile, listBulk } from './bulk.ts'
import { listDatasets } from './catalogue.ts'
import { datasetChanges } from './changes.ts'
import { finishDeviceLogin, revokeOwnKey, startDeviceLogin } from './device.ts'
import { discovery } from './discovery.ts'
import { listEvents } from './events.ts'
import { explainPrices } from './explain.ts'
import { explainSeries } from './explainSeries.ts'
import { datasetGaps } from './gaps.ts'
import { healthz, readyz } from './health.ts'
import { home } from './home.ts'
import { keyInfo, keyPlan, keyUsage } from './key.ts'
import { createKey, listOfKeys, renameKeyRoute, revokeKeyRoute, rotateKeyRoute, showKey } from './keys.ts'
import { createLink, listOfLinks, revokeLinkRoute, showLink, useLink } from './links.ts'
import { llms } from './llms.ts'
import { mcp, mcpWithAccount } from './mcp.ts'
import { me } from './me.ts'
import { oauthRoutes } from './oauth.ts'
import { openapi } from './openapi.ts'
import { payForAnswer, payForSql } from './paidAnswer.ts'
import { payForDataset } from './paidRows.ts'
import { quality } from './quality.ts'
import { queryDataset } from './rows.ts'
import { describeSchema } from './schema.ts'
import { findSecurities } from './securities.ts'
import { securityTxt } from './securityTxt.ts'
import { explainSql, runSqlRoute } from './sql.ts'
import { status } from './status.ts'
import { confirmReset, requestReset, requestVerify, verify } from './tokens.ts'
import { universe } from './universe.ts'
import {
  changeWebhookRoute,
  createWebhook,
  listOfWebhooks,
  removeWebhookRoute,
  replayWebhookRoute,
  rotateWebhookRoute,
  showWebhook,
  testWebhook,
} from './webhooks.ts'

const all = (): readonly Route[] => routes

/** Every route, in the order of the documents. */
export const routes: readonly Route[] = [
  listDatasets,
  queryDataset,
  describeSchema,
  datasetGaps,
  datasetChanges,
  universe,
  findSecurities,
  explainPrices,
  explainSeries,
  listBulk,
  bulkDataset,
  bulkFile,
  createLink,
  listOfLinks,
  showLink,
  revokeLinkRoute,
  useLink,
  ask,
  explain,
  runSqlRoute,
  explainSql,
  agentPrices,
  payForDataset,
  payForAnswer,
  payForSql,
  keyInfo,
  keyUsage,
  keyPlan,
  me,
  signUp,
  logIn,
  logOut,
  changePassword,
  requestReset,
  confirmReset,
  verify,
  requestVerify,
  startDeviceLogin,
  finishDeviceLogin,
  revokeOwnKey,
  listOfKeys,
  showKey,
  createKey,
  renameKeyRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  listEvents,
  listOfWebhooks,
  createWebhook,
  showWebhook,
  changeWebhookRoute,
  removeWebhookRoute,
  rotateWebhookRoute,
  replayWebhookRoute,
  testWebhook,
  listPlans,
  checkout,
  portal,
  billingWebhook,
  mcp,
  mcpWithAccount,
  ...oauthRoutes,
  home,
  healthz,
  readyz,
  status,
  quality,
  securityTxt,
  openapi(all),
  ...llms(all),
  ...discovery,
]
