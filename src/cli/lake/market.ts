import { DamagedError, SettingError, UsageError } from '../../errors.ts'
import { buildMarket, growMarket } from '../../market/build.ts'
import { makerOf } from '../../market/maker.ts'
import { dayPublishedAt } from '../../market/world.ts'
import { currentPages } from '../../pages/publish.ts'
import type { Context, Run } from '../command.ts'
import { withSmallMemory } from '../context.ts'
import { countOf, datasetsOf, dateOf, oneOf } from '../flags.ts'
import { isPublishingDue, publishMade } from '../objects/publishing.ts'
import { notice, noticeWait, printTable } from '../output.ts'
import { reportProgress } from '../progress.ts'
import { assertRoomForNext, makePages } from './pages.ts'

type Market = Pick<Parameters<typeof buildMarket>[0], 'seed' | 'scale' | 'only' | 'options' | 'through'>

/** Builds a market in the place of the one that is there, and its pages. */
async function build(context: Context, title: string, market: Market) {
  const { now, log } = context
  const onStep = reportProgress(title, log)
  // Beside the simulation of all days.
  const { lake } = withSmallMemory(context)
  const version = await buildMarket({ lake, now, onStep, onWait: noticeWait, ...market })
  await makePages(context, version, onStep)
  return version.manifest
}

export const marketBuild: Run = async (context, { scale: size, only, through: given, again }) => {
  const { config, log } = context
  if (config.FORMOSA_ORIGIN !== 'demo')
    throw new SettingError(
      'The market in a box fills the origin demo only; nothing simulated stands beside a real row.',
    )
  if (again !== undefined) {
    if (size !== 'default' || only !== undefined || given !== undefined)
      throw new UsageError('--again builds what there is: leave out --scale, --only and --through.')
    return buildAgain(context)
  }
  const scale = oneOf('--scale', size, ['default', 'full'])
  const through = dateOf('through', given)
  const names = datasetsOf(only)
  const seed = config.FORMOSA_SEED
  if (through !== undefined && dayPublishedAt(seed, new Date(`${through}T18:00:00+08:00`)) !== through)
    throw new UsageError(`--through: the simulated market is closed on ${through}.`)
  const began = performance.now()
  const market = { seed, scale, ...(names ? { only: names } : {}), ...(through ? { through } : {}) }
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
    ...{ seed: maker.seed, scale: maker.scale, options, through: manifest.through },
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
      ['scale', maker?.scale],
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
