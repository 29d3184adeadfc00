import { find } from '../../catalogue/index.ts'
import { DamagedError, MissingError, SettingError, UsageError } from '../../errors.ts'
import { isDate } from '../../fields.ts'
import { buildMarket, growMarket } from '../../market/build.ts'
import { makerOf } from '../../market/maker.ts'
import { dayPublishedAt } from '../../market/world.ts'
import { currentPages } from '../../pages/publish.ts'
import type { Context, Run } from '../command.ts'
import { isPublishingDue, publishMade } from '../objects/publishing.ts'
import { notice, noticeWait, printTable } from '../output.ts'
import { reportProgress } from '../progress.ts'
import { assertRoomForNext } from '../room.ts'
import { lakeWithSmallMemory } from '../smallMemory.ts'
import { makePages } from './pages.ts'

const assertDemo = ({ config }: Context): void => {
  if (config.FORMOSA_ORIGIN !== 'demo')
    throw new SettingError(
      'The market in a box fills the origin demo only; nothing simulated stands beside a real row.',
    )
}

const wholeNumber = (name: string, raw: string | undefined): number | undefined => {
  if (raw === undefined) return undefined
  if (!/^\d{1,4}$/.test(raw) || Number(raw) < 1)
    throw new UsageError(`--${name} must be a whole number from 1 to 9999.`)
  return Number(raw)
}

export const marketBuild: Run = async (context, { scale, only, through, again }) => {
  assertDemo(context)
  if (again !== undefined) {
    if (scale !== 'default' || only !== undefined || through !== undefined)
      throw new UsageError('--again builds what there is: leave out --scale, --only and --through.')
    return buildAgain(context)
  }
  if (scale !== 'default' && scale !== 'full') throw new UsageError('--scale must be default or full.')
  if (through !== undefined && !isDate(through)) throw new UsageError('--through must be a date, YYYY-MM-DD.')
  const names = only?.split(',').map((name) => name.trim())
  for (const name of names ?? []) if (!find(name)) throw new MissingError(`--only: there is no dataset named ${name}.`)
  const seed = context.config.FORMOSA_SEED
  const day = through === undefined ? undefined : dayPublishedAt(seed, new Date(`${through}T18:00:00+08:00`))
  if (day !== through) throw new UsageError(`--through: the simulated market is closed on ${through}.`)
  const began = performance.now()
  const onStep = reportProgress('Building the market', context.log)
  const version = await buildMarket({
    // Beside the simulation of all days.
    lake: lakeWithSmallMemory(context),
    now: context.now,
    seed,
    scale,
    ...(names ? { only: names } : {}),
    ...(day ? { through: day } : {}),
    onStep,
    onWait: noticeWait,
  })
  const { manifest } = version
  await makePages(context, version, onStep)
  context.log.info(
    { version: manifest.version, through: manifest.through, ms: Math.round(performance.now() - began) },
    'market built',
  )
}

/** Builds the same market through the same day, to restore damaged files from the seed. */
async function buildAgain(context: Context): Promise<void> {
  const { now, log } = context
  const lake = lakeWithSmallMemory(context)
  const { manifest } = await currentVersion(lake)
  const maker = makerOf(manifest)
  if (!maker) throw new DamagedError('The rows of this lake are not of a market in a box: restore it from a backup.')
  const { only, market: _, ...options } = maker
  const onStep = reportProgress('Building the market again', log)
  const version = await buildMarket({
    ...{ lake, now, seed: maker.seed, scale: maker.scale, options, through: manifest.through },
    ...{ onStep, onWait: noticeWait },
    ...(only ? { only } : {}),
  })
  await makePages(context, version, onStep)
  log.info({ version: version.manifest.version, was: manifest.version }, 'market built again')
}

async function currentVersion(lake: Context['lake']) {
  const version = await lake.current()
  if (!version) throw new MissingError('There is no market yet: run "formosa market build".')
  return version
}

export const marketStatus: Run = async ({ lake }) => {
  const { manifest, folder } = await currentVersion(lake)
  const maker = makerOf(manifest)
  const holdings = Object.values(manifest.datasets)
  printTable(
    ['what', 'value'],
    [
      ['version', `${manifest.version} (number ${manifest.number})`],
      ['through', manifest.through],
      ['written', manifest.written_at],
      ['seed', maker?.seed ?? '∅'],
      ['scale', maker?.scale ?? '∅'],
      ['datasets', String(holdings.length)],
      ['rows', String(holdings.reduce((sum, { rows }) => sum + rows, 0))],
      ['bytes', String(holdings.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0))],
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
  const days = wholeNumber('days', flags.days)
  const before = await currentVersion(lake)
  const maker = makerOf(before.manifest)
  if (days || (maker && dayPublishedAt(maker.seed, now()) > before.manifest.through))
    await assertRoomForNext(context, before)
  const began = performance.now()
  const onStep = reportProgress('Refreshing', log)
  const version = await growMarket({ lake, now, ...(days ? { days } : {}), onStep, onWait: noticeWait })
  if (!version) {
    // Completes a run that was killed between the lake's version and its pages. Another process may have published a
    // version while this one waited for the lake.
    const current = await currentVersion(lake)
    const pages = await currentPages(context.pages.root)
    if (pages?.list.manifest.version !== current.manifest.version) await makePages(context, current, onStep)
    else if (isPublishingDue(context, current.manifest.version)) await publishMade(context)
    notice(
      `Nothing is due: the lake is complete through ${current.manifest.through}. A trading day is published at 18:00 Taipei; --days 1 publishes the next one now.`,
    )
    return 0
  }
  const { manifest } = version
  await makePages(context, version, onStep)
  const sum = (pick: 'added' | 'changed' | 'removed') =>
    Object.values(manifest.datasets).reduce((total, { change }) => total + change[pick], 0)
  log.info(
    {
      version: manifest.version,
      through: manifest.through,
      added: sum('added'),
      changed: sum('changed'),
      removed: sum('removed'),
      ms: Math.round(performance.now() - began),
    },
    'refreshed',
  )
  return 0
}
