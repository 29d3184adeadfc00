import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtAt, copyOfFixture } from './fixture.ts'
import { type Service, startService } from './service.ts'
import { shareOnce } from './sharing.ts'

async function start(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-shared-'))
  // The requests of all files come from one address. The clock goes on from then: payments of a test would be too old.
  const settings = { FORMOSA_NOW: builtAt, ADDRESS_LIMIT: '0' }
  return startService(await copyOfFixture(join(folder, 'home')), settings)
}

/**
 * A service of the whole market for files that read it with keys of their own and change nothing another file sees. In a
 * run of all tests they share a process, and with it the service: to start one takes longer than most of their tests.
 * The last file to stop it ends it.
 */
export const shareService = shareOnce(start, async (service) => {
  const code = await service.stop()
  rmSync(dirname(service.home), { recursive: true, force: true })
  return code
})
