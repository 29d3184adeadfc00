import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { catalogue, find as findDataset } from '../catalogue/index.ts'
import { problem } from '../errors.ts'
import { DamagedPages } from '../pages/open.ts'
import { answer, dryRun, plan } from '../query/answer.ts'
import { covers, parameters, readParameters } from '../query/parameters.ts'
import { warningLines } from '../query/warnings.ts'
import { nearest } from './nearest.ts'
import { createPool } from './pool.ts'
import { collectFaults, languageOf, splitQuery } from './request.ts'
import { isOverloaded, type Reply } from './respond.ts'
import type { Services } from './services.ts'

const names = catalogue.map(({ name }) => name)
const known = Object.keys(parameters)

const jsonType = ['Content-Type', 'application/json; charset=utf-8'] as const
const cacheable = ['Cache-Control', 'private, no-cache'] as const

/** A key sent where it does not belong; it is refused with the right place, never read. */
const misplaced = ['x-api-key', 'api-key', 'apikey', 'x-auth-token'] as const

/** `GET /v1/data/{dataset}`: checks in the order 401, 404, 403, 422, then the page. */
export function createData(services: Services) {
  const { guard, library, cursorKey, onDamage } = services
  const lend = createPool()

  return (request: IncomingMessage, path: string, rawQuery: string): Reply => {
    const { headers } = request
    if (headers.authorization === undefined && misplaced.some((name) => headers[name] !== undefined))
      guard.identify('misplaced')
    const caller = guard.identify(headers.authorization)
    const name = decodeName(path)
    const dataset = findDataset(name)
    if (!dataset)
      throw problem('unknown_dataset', [name.slice(0, 100)], { extra: { suggestions: nearest(name, names) } })
    if (!covers(caller.tier, dataset.tier))
      throw problem('tier_required', [dataset.tier, caller.tier], {
        extra: { required_tier: dataset.tier, current_tier: caller.tier },
      })
    const { given, faults, strangers } = splitQuery(rawQuery, known)
    const asked = readParameters(dataset, given, faults)
    const isStrict = /(^|[,;\s])handling=strict($|[,;\s])/i.test(String(headers.prefer ?? ''))
    if (isStrict)
      for (const { code, param } of asked.warnings)
        if (code === 'not_applicable')
          faults.push({ param, reason: { en: `does not apply to ${dataset.name}`, zh: `不適用於 ${dataset.name}` } })
    collectFaults(faults, strangers)
    if (isOverloaded()) throw problem('too_busy', [], { headers: { 'Retry-After': '1' } })

    const planned = plan(library, cursorKey, dataset, asked)
    const { pages, warnings } = planned
    const version = ['X-Data-Version', pages.version, 'X-Data-Origin', pages.origin]
    const told = warningLines(warnings).flatMap((line) => ['X-Warning', line])
    const applied = isStrict ? ['Preference-Applied', 'handling=strict'] : []
    try {
      if (asked.dryRun) {
        const body = JSON.stringify(dryRun(library, planned))
        return {
          status: 200,
          headers: [...jsonType, 'Cache-Control', 'no-store', ...version, ...told, ...applied],
          body,
        }
      }
      const language = languageOf(headers['accept-language'])
      const tag = `"${hash('sha1', `${pages.version} ${caller.tier} ${language} json ${path}?${rawQuery}`, 'base64url')}"`
      const common = [...jsonType, ...cacheable, 'ETag', tag, ...version, ...told, ...applied]
      if (matches(headers['if-none-match'], tag)) return { status: 304, headers: common, body: '' }
      const { bytes, release } = answer(library, cursorKey, dataset, caller.tier, planned, lend)
      return { status: 200, headers: common, body: bytes, release }
    } catch (error) {
      if (!(error instanceof DamagedPages)) throw error
      // An older version is not made anew: it is on its way out, and its files may go at any moment.
      if (pages !== library.current()) throw problem('cursor_expired', [])
      onDamage(error)
      throw problem('not_ready', [], { headers: { 'Retry-After': '5' } })
    }
  }
}

const decodeName = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    throw problem('bad_request', [
      { en: 'the path is not valid percent-encoded UTF-8', zh: '路徑不是有效的百分比編碼 UTF-8' },
    ])
  }
}

/** True where a validator the client holds is the answer's own; weak ones compare equal for a GET. */
export const matches = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((held) => held.trim().replace(/^W\//, '') === tag))
