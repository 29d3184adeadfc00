import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { freePort } from '../../../test/support/ports.ts'
import { formosa } from '../../../test/support/run.ts'
import { keyOf, type Service, startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-locks-'))
/** Where the sandboxes of questions have their folders. */
const temporary = mkdtempSync(join(root, 'temporary-'))
const settings = { FORMOSA_NOW: builtAt, WORKERS: '1', TMPDIR: temporary }
let homes: string[]
let port: number
let first: Service
/** Another one, with a home and a port of its own, on every address. */
let second: Service | undefined
before(async () => {
  homes = await Promise.all(['one', 'two', 'three'].map((name) => copyOfBrief(join(root, name))))
  port = await freePort()
  // With several threads, which share its port.
  first = await startService(homes[0]!, { ...settings, WORKERS: '2', PORT: String(port) })
})
after(async () => {
  await first?.stop('SIGKILL')
  await second?.stop('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

const serve = (home: string, more: Record<string, string>) =>
  formosa(['serve'], { ...settings, FORMOSA_HOME: home, ...more }, { killAfterMs: 60_000 })

test('a second service on a home or a port is refused in one sentence that names it and the other process', async () => {
  const [home, other] = homes as [string, string]
  const sameHome = await serve(home, { PORT: '0' })
  assert.deepEqual([sameHome.code, sameHome.out], [5, ''], sameHome.err)
  assert.equal(
    sameHome.err,
    `formosa: Another service runs on the home folder ${home} (pid ${first.process.pid}): stop it, or set FORMOSA_HOME to another folder.\n`,
  )
  const samePort = await serve(other, { PORT: String(port) })
  assert.deepEqual([samePort.code, samePort.out], [5, ''], samePort.err)
  assert.equal(
    samePort.err,
    `formosa: Port ${port} on 127.0.0.1 is taken by another Formosa service (pid ${first.process.pid}): stop what uses it or set PORT to another.\n`,
  )
  const wildcard = await serve(other, { PORT: String(port), HOST: '0.0.0.0' })
  assert.deepEqual([wildcard.code, wildcard.out], [5, ''], wildcard.err)
  assert.match(wildcard.err, new RegExp(`^formosa: Port ${port} on 0\\.0\\.0\\.0 is taken: [^\\n]+\\n$`))
  // The refused ones have not touched what the first one serves.
  const key = await keyOf(home, 'plus', settings)
  const headers = { Authorization: `Bearer ${key}` }
  for (let n = 0; n < 8; n++) {
    const { status } = await fetch(`${first.url}/v1/key/info`, { headers: { ...headers, Connection: 'close' } })
    assert.equal(status, 200)
  }
})

test('of two that start at once on one port, one serves and the other is refused', async () => {
  const wanted = { ...settings, HOST: '0.0.0.0', PORT: String(await freePort()) }
  const tried = await Promise.allSettled([startService(homes[1]!, wanted), startService(homes[2]!, wanted)])
  const served = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = tried.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  second = served[0]
  assert.equal(served.length, 1, refused.join('\n'))
  assert.match(refused[0]!, new RegExp(`ended with 5 .*\\n.*Port ${wanted.PORT} on 0.0.0.0 is taken`))
})

test('links of a service that listens on every address lead to this machine', async () => {
  const open = second!
  const body = JSON.stringify({ email: 'reader@example.com', password: 'correct horse' })
  const at = open.url.replace('0.0.0.0', '127.0.0.1')
  const post = (path: string) =>
    fetch(`${at}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  assert.equal((await post('/v1/auth/sign-up')).status, 201)
  await until('the link is written', () => /https?:\/\/[^ ]+token=/.test(open.output()))
  const links = open.output().match(/https?:\/\/[^\s]*token[^\s]*/g) ?? []
  assert.ok(links.length > 0, open.output())
  for (const link of links) assert.match(link, /^http:\/\/localhost:\d+\//)
})

test('a service that is killed leaves neither its home nor its port locked, and its folders go at the next start', async () => {
  const foldersOf = (pid: number) => readdirSync(temporary).filter((name) => name.startsWith(`formosa-sandbox-${pid}-`))
  /** The sandbox of questions, and its folder, is made for the first question. */
  const folderOf = async ({ url, process }: Service): Promise<void> => {
    const pending = fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/ask`).catch(() => 'killed before it could answer')
    await until('the sandbox has a folder', () => foldersOf(process.pid!).length === 1)
    // It goes on living, without the seconds of CPU that the answer takes.
    process.kill('SIGSTOP')
    void pending
  }
  const killed = first.process.pid!
  await folderOf(first)
  await folderOf(second!)
  await first.stop('SIGKILL')
  first = await startService(homes[0]!, { ...settings, PORT: String(port) })
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200)
  await folderOf(first)
  assert.deepEqual(foldersOf(killed), [])
  assert.equal(foldersOf(second!.process.pid!).length, 1)
})
