import { DamagedError, SettingError, UsageError } from '../../errors.ts'
import { buildMarket, growMarket } from '../../market/build.ts'
import { makerOf } from '../../market/maker.ts'
import { dayPublishedAt, fullOptions } from '../../market/world.ts'
import { currentPages } from '../../pages/publish.ts'
import type { Context, Run } from '../command.ts'
import { withSmallMemory } from '../context.ts'
import { countOf, datasetsOf, dateOf } from '../flags.ts'
import { isPublishingDue, publishMade } from '../objects/publishing.ts'
import { notice, noticeWait, printTable } from '../output.ts'
import { reportProgress } from '../progress.ts'
import { assertRoomForNext, makePages } from './pages.ts'

type Market = Pick<Parameters<typeof buildMarket>[0], 'seed' | 'only' | 'options' | 'through'>

/** Builds a market in the place of the one that is there, and its pages. */
async function build(context: Context, title: string, market: Market) {
  const { now, log } = context
  const onStep = reportProgress(title, log)
  // Beside the simulation of all days.
  const { lake } = market.options?.copies === undefined ? withSmallMemory(context) : context
  const version = await buildMarket({ lake, now, onStep, onWait: noticeWait, ...market })
  await makePages(context, version, onStep)
  return version.manifest
}

export const marketBuild: Run = async (context, { full, years, copies, only, through: given, again }) => {
  const { config, now, log } = context
  if (config.FORMOSA_ORIGIN !== 'demo')
    throw new SettingError(
      'The market in a box fills the origin demo only; nothing simulated stands beside a real row.',
    )
  if (again !== undefined) {
    if ([full, years, copies, only, given].some((one) => one !== undefined))
      throw new UsageError('--again builds what there is: leave out all other flags.')
    return buildAgain(context)
  }
  if (full === undefined && (years !== undefined || copies !== undefined))
    throw new UsageError('--years and --copies are for a market of the full size: add --full.')
  const seed = config.FORMOSA_SEED
  const day = dateOf('through', given)
  if (day !== undefined && dayPublishedAt(seed, new Date(`${day}T18:00:00+08:00`)) !== day)
    throw new UsageError(`--through: the simulated market is closed on ${day}.`)
  const through = day ?? dayPublishedAt(seed, now())
  const names = datasetsOf(only)
  const size = { years: countOf('years', years ?? '20', 1, 20), copies: countOf('copies', copies ?? '10', 1, 10) }
  const options = full === undefined ? {} : { options: fullOptions(seed, through, size) }
  const began = performance.now()
  const market = { seed, through, ...options, ...(names ? { only: names } : {}) }
  const { version, through: last } = await build(context, 'Building the market', market)
  log.info({ version, through: last, ms: Math.round(performance.now() - began) }, 'market built')
}

/** Builds the same market through the same day, to restore damaged files from the seed. */
async function buildAgain(context: Context): Promise<void> {
  const { manifest } = await context.version()
  const maker = makerOf(manifest)
  if (!maker) throw new DamagedError('The rows of this lake are not of a market in a box: restore it from a backup.')
  const { only, market: _, ...options } = maker
  const { version } = await build(context, 'Building the market again', {
    ...{ seed: maker.seed, options, through: manifest.through },
    ...(only ? { only } : {}),
  })
  context.log.info({ version, was: manifest.version }, 'market built again')
}

export const marketStatus: Run = async (context) => {
  const { manifest, folder } = await context.version()
  const maker = makerOf(manifest)
  const holdings = Object.values(manifest.datasets)
  printTable(
    ['what', 'value'],
    [
      ['version', `${manifest.version} (number ${manifest.number})`],
      ['through', manifest.through],
      ['written', manifest.written_at],
      ['seed', maker?.seed],
      ['first day', maker?.from],
      ['securities for each simulated one', maker && (maker.copies ?? 1)],
      ['datasets', holdings.length],
      ['rows', holdings.reduce((sum, { rows }) => sum + rows, 0)],
      ['bytes', holdings.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0)],
      ['folder', folder],
    ],
  )
}

export const refresh: Run = async (context, flags) => {
  if (context.config.FORMOSA_ORIGIN === 'live') {
    if (flags.days !== undefined) throw new UsageError('--days is for the market in a box alone.')
    // Loaded for this origin only: the publishers' feeds take a third of the time of a start.
    const { refreshLive } = await import('./live.ts')
    return refreshLive(context, flags)
  }
  for (const flag of ['only', 'dry-run'])
    if (flags[flag] !== undefined) throw new UsageError(`--${flag} is for live data alone: add --origin live.`)
  const { lake, now, log } = context
  const days = flags.days === undefined ? null : countOf('days', flags.days, 1, 9_999)
  const before = await context.version()
  const maker = makerOf(before.manifest)
  if (days || (maker && dayPublishedAt(maker.seed, now()) > before.manifest.through))
    await assertRoomForNext(context, before)
  const began = performance.now()
  const onStep = reportProgress('Refreshing', log)
  const made = await growMarket({ lake, now, ...(days ? { days } : {}), onStep, onWait: noticeWait })
  if (!made) return completeRefresh(context, onStep)
  await makePages(context, made, onStep)
  const { version, through, datasets } = made.manifest
  const sum = (pick: 'added' | 'changed' | 'removed') =>
    Object.values(datasets).reduce((total, { change }) => total + change[pick], 0)
  const changes = { added: sum('added'), changed: sum('changed'), removed: sum('removed') }
  log.info({ version, through, ...changes, ms: Math.round(performance.now() - began) }, 'refreshed')
  return 0
}

/**
 * Completes a run that was killed between the lake's version and its pages, where nothing new is due. Another process may
 * have published a version while this one waited for the lake.
 */
async function completeRefresh(context: Context, onStep: ReturnType<typeof reportProgress>): Promise<number> {
  const current = await context.version()
  const pages = await currentPages(context.pages.root)
  if (pages?.list.manifest.version !== current.manifest.version) await makePages(context, current, onStep)
  else if (isPublishingDue(context, current.manifest.version)) await publishMade(context)
  notice(
    `Nothing is due: the lake is complete through ${current.manifest.through}. A trading day is published at 18:00 Taipei; --days 1 publishes the next one now.`,
  )
  return 0
}
