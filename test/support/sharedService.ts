import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { builtAt, copyOfFixture } from './fixture.ts'
import { type Service, startService } from './service.ts'
import { shareOnce } from './sharing.ts'

/** A service, and what its clock shows. */
type SharedService = Service & { readonly now: () => number }

async function start(): Promise<SharedService> {
  const folder = mkdtempSync(join(tmpdir(), 'formosa-shared-'))
  const home = await copyOfFixture(join(folder, 'home'))
  // Wallets sign at the time of its clock, which starts at that evening and goes on.
  const ahead = Date.parse(builtAt) - Date.now()
  // The requests of all files come from one address.
  const settings = { FORMOSA_NOW: builtAt, ADDRESS_LIMIT: '0', SECURITY_CONTACT: 'security@example.com' }
  const service = await startService(home, settings)
  return { ...service, now: () => Date.now() + ahead }
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
