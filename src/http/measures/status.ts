import type { Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { taipeiDate } from '../../days.ts'
import type { Language } from '../../errors.ts'
import type { GapsFile } from '../../ingest/gaps/gap.ts'
import { countGaps } from '../../ingest/gaps/select.ts'
import type { RunSummary } from '../../ingest/history.ts'
import { ruleTexts } from '../../ingest/rules/index.ts'
import type { Manifest } from '../../lake/manifest.ts'
import { publishedTime } from '../../market/publishedTime.ts'
import type { Status, StatusRun } from '../../web/views/status.ts'
import type { Services } from '../services.ts'
import { freshnessOf } from './freshness.ts'
import { isReady } from './readiness.ts'

/** Trading days to look at: more than any run of missing days that is still called late. */
const mostDays = 60
/** The state is read again after so many milliseconds: it is open to everybody. */
const keptMs = 2_000

const runOf = ({ kind, startedAt: started_at, endedAt: ended_at, ...counts }: RunSummary): StatusRun => ({
  ...{ kind, started_at, ended_at },
  ...counts,
})

/** A version of the simulated market is a run by itself: no journal is kept of it. */
function runOfVersion({ written_at, version, through, datasets }: Manifest): StatusRun {
  const sum = (pick: 'added' | 'changed' | 'removed'): number =>
    Object.values(datasets).reduce((total, { change }) => total + change[pick], 0)
  return {
    ...{ kind: 'simulated', started_at: null, ended_at: written_at, version, through },
    ...{ added: sum('added'), changed: sum('changed'), removed: sum('removed'), rejected: 0, problems: 0, missing: 0 },
  }
}

const counted = new WeakMap<GapsFile, Map<string, Record<string, number>>>()

/** The missing dates of a dataset by reason; a file is counted once. */
function missingIn(file: GapsFile | null, dataset: Dataset): Record<string, number> | null {
  if (!file) return null
  const known = counted.get(file) ?? new Map<string, Record<string, number>>()
  counted.set(file, known)
  const found = known.get(dataset.name) ?? countGaps(file, dataset)
  known.set(dataset.name, found)
  return found
}

/** The newest trading days up to today. */
export async function tradingDaysOf({ internal, now }: Services): Promise<readonly string[]> {
  const today = taipeiDate(now())
  const { rows } = await internal.rows(TaiwanStockTradingDate.name, { end_date: today, limit: mostDays })
  return rows.map((row) => String(row[TaiwanStockTradingDate.date]))
}

async function read(services: Services): Promise<Omit<Status, 'rules'> & { readonly ruleResults: RuleResults }> {
  const { manifest, gaps, now, checks, traffic, ingestHistory, files } = services
  const version = manifest()
  const parts = await checks()
  const history = ingestHistory?.() ?? null
  const file = version ? gaps(version.version) : null
  const tradingDays = version ? await tradingDaysOf(services) : []
  const hours = traffic.hours()
  return {
    status: isReady(parts) ? 'ready' : 'not_ready',
    checks: parts,
    origin: version?.origin ?? null,
    version: version?.version ?? null,
    through: version?.through ?? null,
    published_at: version?.written_at ?? null,
    runs: history ? history.runs.map(runOf) : version ? (await files.versions()).map(runOfVersion) : [],
    datasets: catalogue.map((dataset) => {
      const held = version?.datasets[dataset.name]
      const promised = version?.origin === 'demo' ? publishedTime : dataset.update
      const lastDate = held?.last_date ?? null
      const { state, since } = freshnessOf(dataset, {
        ...{ lastDate, promised, tradingDays, now: now() },
        gaps: file?.datasets[dataset.name] ?? null,
      })
      return {
        ...{ dataset: dataset.name, last_date: lastDate, row_count: held?.rows ?? 0 },
        ...{ promised_time: promised, state, since, missing: missingIn(file, dataset) },
      }
    }),
    ruleResults: history?.rules ?? null,
    requests: {
      hours: hours.map(({ start, ...counts }) => ({ start: start.toISOString(), ...counts })),
    },
  }
}

type RuleResults = ReturnType<NonNullable<Services['ingestHistory']>>['rules'] | null

const texts = new Map(ruleTexts.map(({ name, about }) => [name, about]))

/** Without a run on rows of publishers, the rules have no results. */
const rulesOf = (results: RuleResults, language: Language): Status['rules'] =>
  (results ?? ruleTexts.map(({ name }) => ({ rule: name, rejected: null, open: 0, example: null }))).map(
    ({ rule, rejected, open, example }) => ({
      ...{ rule, about: texts.get(rule)?.[language] ?? null, rejected, open },
      example: example && {
        ...{ dataset: example.dataset, key: example.key, message: example.message, last_seen: example.lastSeen },
      },
    }),
  )

let kept: { readonly at: number; readonly of: Services['manifest']; readonly state: ReturnType<typeof read> } | null =
  null

/** The state of the service as everybody may see it: no secrets, no names of hosts. */
export async function statusOf(services: Services, language: Language): Promise<Status> {
  if (!kept || kept.of !== services.manifest || Date.now() - kept.at > keptMs)
    kept = { at: Date.now(), of: services.manifest, state: read(services) }
  const { ruleResults, ...state } = await kept.state.catch((error: unknown) => {
    kept = null
    throw error
  })
  return { ...state, rules: rulesOf(ruleResults, language) }
}
