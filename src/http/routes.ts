import { problem } from '../errors.ts'
import type { Route } from './route.ts'
import { accountPage } from './routes/accountPage.ts'
import { agentPrices } from './routes/agent.ts'
import { ask, explain } from './routes/ask.ts'
import { changePassword, logIn, logOut, signUp } from './routes/auth.ts'
import { billingWebhook, checkout, listPlans, portal } from './routes/billing.ts'
import { listDatasets } from './routes/catalogue.ts'
import { docs } from './routes/docs.ts'
import { explainPrices } from './routes/explain.ts'
import { datasetGaps } from './routes/gaps.ts'
import { healthz, readyz } from './routes/health.ts'
import { home } from './routes/home.ts'
import { keyInfo, keyPlan, keyUsage } from './routes/key.ts'
import { createKey, listOfKeys, renameKeyRoute, revokeKeyRoute, rotateKeyRoute } from './routes/keys.ts'
import { llms } from './routes/llms.ts'
import { me } from './routes/me.ts'
import { openapi } from './routes/openapi.ts'
import { securityTxt } from './routes/securityTxt.ts'
import { confirmReset, requestReset, requestVerify, verify } from './routes/tokens.ts'

const all = (): readonly Route[] => routes

/** Every endpoint but the query of a dataset, which has a path of its own for speed. */
export const routes: readonly Route[] = [
  listDatasets,
  datasetGaps,
  explainPrices,
  ask,
  explain,
  agentPrices,
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
  accountPage,
  listOfKeys,
  createKey,
  renameKeyRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  listPlans,
  checkout,
  portal,
  billingWebhook,
  home,
  healthz,
  readyz,
  securityTxt,
  openapi(all),
  docs(all),
  llms(all),
]

type Entry = { readonly pattern: RegExp; readonly names: readonly string[]; readonly methods: Map<string, Route> }

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`)

const byPath = new Map<string, Entry>()
for (const route of routes) {
  const entry = byPath.get(route.path) ?? {
    pattern: patternOf(route.path),
    names: [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    methods: new Map(),
  }
  entry.methods.set(route.method, route)
  byPath.set(route.path, entry)
}
const withNames = [...byPath.values()].filter(({ names }) => names.length > 0)
const rowsOfDataset = /^\/v1\/(?:data|agent)\/[^/]+$/

type Match = {
  readonly route: Route | null
  /** What the path answers to; none where there is nothing. */
  readonly methods: readonly string[]
  /** Of these, the ones that pages of other sites may use. */
  readonly fromElsewhere: readonly string[]
  readonly params: Readonly<Record<string, string>>
}

/** The route of a path and method, and the parts of the path that have names. */
export function match(method: string, path: string): Match {
  const exact = byPath.get(path)
  const entry = exact && exact.names.length === 0 ? exact : withNames.find(({ pattern }) => pattern.test(path))
  if (!entry) {
    const methods = rowsOfDataset.test(path) ? ['GET'] : []
    return { route: null, methods, fromElsewhere: methods, params: {} }
  }
  const values = entry.pattern.exec(path)!.slice(1)
  return {
    route: entry.methods.get(method) ?? null,
    methods: [...entry.methods.keys()],
    fromElsewhere: [...entry.methods.values()].flatMap(({ method, auth }) =>
      method === 'GET' || auth === 'key' ? [method] : [],
    ),
    params: Object.fromEntries(entry.names.map((name, i) => [name, decoded(values[i]!)])),
  }
}

function decoded(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    throw problem('bad_request', [
      { en: 'the path is not valid percent-encoded UTF-8', zh: '路徑不是有效的百分號編碼 UTF-8' },
    ])
  }
}
