import { exitCodes } from '../../errors.ts'
import { isPublishingDue } from '../objects/publishing.ts'
import type { ChildResult } from './child.ts'
import type { ServedVersion } from './servedVersion.ts'
import type { Parts } from './serviceParts.ts'

type PublisherOptions = Parts<'context' | 'readiness' | 'metrics'> & {
  readonly served: ServedVersion
  /** Publishes in a child process. */
  readonly publish: () => Promise<ChildResult>
  /** False where the service stops, or another process leads. */
  readonly mayWrite: () => boolean
  /** Called where another writer may have published. */
  readonly onRefused: () => void
}

/** Wait after a failure. */
const retryMs = 60_000
/** A version that is not published for longer is reported. */
const lateMs = 30_000

/**
 * Publishes what is served to the object store, in a child process beside those that make versions: while it waits for
 * a store that is gone, the next version is made and served here.
 */
export function createPublisher(options: PublisherOptions) {
  const { context, served, readiness, metrics, publish, mayWrite, onRefused } = options
  const { config, lake, log } = context
  let running: Promise<void> | null = null
  let notBefore = 0
  /** When the version that is served was first found to be due. */
  let dueSince: number | null = null

  function report(isDue: boolean): void {
    dueSince = isDue ? (dueSince ?? Date.now()) : null
    const state =
      dueSince !== null && Date.now() - dueSince > lateMs
        ? `degraded: the newest version is not in the object store yet, since ${new Date(dueSince).toISOString()}`
        : 'ok'
    readiness.set('objects', state)
  }

  async function run(): Promise<void> {
    const { code, reason } = await publish()
    if (code === 0 || !mayWrite()) return
    notBefore = Date.now() + retryMs
    metrics?.refreshed('failed')
    log.error({ code, reason }, 'the version could not be published')
    // While the store is unreachable, no other writer publishes either.
    if (code !== exitCodes.network.code) onRefused()
  }

  return {
    /** Begins to publish where something is due and nothing is under way. */
    async beginDue(): Promise<void> {
      if (config.FORMOSA_OBJECTS === undefined) return
      const version = await lake.current()
      const isDue = version !== null && isPublishingDue(context, version.manifest.version)
      report(isDue)
      if (!isDue || running || Date.now() < notBefore || (await served.isBehind())) return
      running = run()
        .catch((error) => log.error({ err: error }, 'the version could not be published'))
        .finally(() => {
          running = null
        })
    },
    /** Waits for the run under way. */
    ended: async (): Promise<void> => void (await running),
  }
}
