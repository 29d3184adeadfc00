import { publishLedger } from '../../derive/ledgerFile.ts'
import { assertRoom } from '../../disk.ts'
import { type GapsUpdate, publishGaps } from '../../ingest/gaps/publish.ts'
import { nextBytes, type Version } from '../../lake/lake.ts'
import type { Step } from '../../market/fill.ts'
import { encodersIn } from '../../pages/bounds.ts'
import { currentPages, nextPageBytes, publishPages } from '../../pages/publish.ts'
import type { Context, Run } from '../command.ts'
import { publishMade } from '../objects/publishing.ts'
import { reportProgress } from '../progress.ts'

/** Throws where the rows and pages of the next day will not fit on the disk. */
export async function assertRoomForNext({ lake, pages, config }: Context, { manifest }: Version): Promise<void> {
  const made = await currentPages(pages.root)
  const needs = nextBytes(manifest) + (made ? nextPageBytes(made) : 0)
  assertRoom({ folder: lake.root, keepFree: config.reserveBytes }, needs, 'publish the next day')
}

type MakeOptions = { readonly anew?: boolean; readonly mend?: boolean; readonly gaps?: GapsUpdate }

/** A message of the service to the process that makes pages: a client waits for this dataset. */
export type Want = { readonly want: string }

/** The datasets that clients of the service wait for. */
function wantedDatasets(): ReadonlySet<string> {
  const wants = new Set<string>()
  const hear = (message: unknown) => {
    const { want } = message as Want
    if (typeof want === 'string') wants.add(want)
  }
  if (process.send) {
    process.on('message', hear)
    // Waiting for messages must not keep the process alive.
    process.channel?.unref()
  }
  return wants
}

/**
 * Publishes the pages, ledger and gaps of a lake version; a running service picks them up. Where an object store is
 * set, the version then goes there too.
 */
export async function makePages(
  context: Context,
  version: Version,
  onStep: (step: Step) => void,
  { anew = false, mend = false, gaps = {} }: MakeOptions = {},
): Promise<void> {
  const { pages, ledger, log } = context
  const began = performance.now()
  const wants = wantedDatasets()
  // Once the pages are there, the version is served, so they wait for both.
  const needs = Promise.all([
    publishLedger(ledger, version, { anew, mend }),
    publishGaps(context.gaps, version, { anew, ...gaps }),
  ])
  // With little memory, one after another.
  if (encodersIn(pages.memory) === 1) await needs
  const made = publishPages(pages, version, {
    needs,
    anew,
    ...(mend ? { mend: ({ message }: Error) => log.warn({ message }, 'a damaged page file is made anew') } : {}),
    isWanted: (dataset) => wants.has(dataset),
    onStep: (done, of, what) => onStep({ done, of, what: done === of ? what : `pages of ${what}` }),
  })
  await Promise.allSettled([needs, made])
  await needs
  const { list } = await made
  log.info({ version: list.manifest.version, ms: Math.round(performance.now() - began) }, 'pages made')
  // Another process may have published a version meanwhile, and these pages may have replaced its own.
  const newest = await context.lake.current()
  if (newest && newest.manifest.number > version.manifest.number) return makePages(context, newest, onStep)
  const send = () =>
    publishMade(context, { onStep: ({ done, of, what }) => onStep({ done, of, what: `sending ${what}` }) })
  await send()
  // A month or a year that ended is served by the pages of its days until those of the whole are made.
  const merged = await publishPages(pages, version, { isMerging: true })
  if (merged.folder !== (await made).folder) await send()
}

export const rebuild: Run = async (context, { anew, mend }) => {
  const onStep = reportProgress('Making the pages', context.log)
  await makePages(context, await context.version(), onStep, { anew: anew !== undefined, mend: mend !== undefined })
}
