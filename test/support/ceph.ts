import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, onFreePort } from './ports.ts'
import { findPrograms } from './programs.ts'
import { createSupervisor } from './supervisor.ts'

/** The address of an S3 interface, and its credentials. */
type Place = {
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

export type Ceph = Place & {
  /** The usual variables for a bucket, with what a service or command needs besides. */
  readonly env: (bucket: string, prefix?: string) => Record<string, string>
  /** Makes a bucket and returns its name, which begins with the given one. */
  readonly bucket: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** A cluster with an S3 interface that no other test uses. */
export type OwnCeph = Ceph & {
  /** Ends the S3 interface at once; what was stored stays. */
  readonly crash: () => Promise<void>
  /** Starts it again on the same port. */
  readonly start: () => Promise<void>
}

/** A cluster that the files of one run share; `conf` names it to further S3 interfaces. */
type Shared = Place & { readonly conf: string }

/** Where a run of tests tells its files of the cluster that it has started for all of them. */
const sharedVariable = 'FORMOSA_TEST_CEPH'

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool'] as const

/** What tests of objects need, or the sentence that says what to install. */
export const findCeph = () => findPrograms(programs)

const run = promisify(execFile)

/** A key as Ceph writes it: its type, the time, its length and its bytes. */
function makeKey(): string {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(1, 0)
  head.writeUInt32LE(Math.floor(Date.now() / 1_000), 2)
  head.writeUInt16LE(16, 10)
  return Buffer.concat([head, randomBytes(16)]).toString('base64')
}

const keyring = (): string => {
  const key = makeKey()
  const entry = (name: string, ...caps: readonly string[]) =>
    [`[${name}]`, `key = ${key}`, ...caps.map((cap) => `caps ${cap} = "allow *"`), ''].join('\n')
  return [entry('mon.', 'mon'), entry('osd.0', 'mon', 'osd'), entry('client.admin', 'mon', 'osd')].join('\n')
}

/** Settings of a cluster of one machine that keeps everything in memory and decides at once. */
const settings = (folder: string, fsid: string, port: number): string =>
  Object.entries({
    fsid,
    'mon host': `v2:127.0.0.1:${port}/0`,
    'public addr': '127.0.0.1',
    keyring: join(folder, 'keyring'),
    'mon data': join(folder, 'mon'),
    'osd data': join(folder, 'osd'),
    'rgw data': join(folder, 'rgw'),
    'run dir': folder,
    'crash dir': folder,
    'admin socket': '',
    'log file': '',
    'pid file': '',
    'log to stderr': 'true',
    'ms bind ipv6': 'false',
    'ms bind msgr1': 'false',
    'osd objectstore': 'memstore',
    'memstore device bytes': String(16 * 2 ** 30),
    'osd pool default size': '1',
    'osd pool default min size': '1',
    'osd pool default pg num': '1',
    'osd pool default pgp num': '1',
    'osd pool default pg autoscale mode': 'off',
    'osd crush chooseleaf type': '0',
    'mon allow pool size one': 'true',
    'mon max pg per osd': '1000',
    'mon data avail crit': '1',
    'paxos propose interval': '0.05',
    'paxos min wait': '0.01',
    'rgw enable apis': 's3',
    'rgw enable usage log': 'false',
    'rgw run sync thread': 'false',
    'rgw gc max objs': '1',
    'rgw lc max objs': '1',
  }).reduce((text, [name, value]) => `${text}${name} = ${value}\n`, '[global]\n')

type Supervisor = ReturnType<typeof createSupervisor>
type Programs = Readonly<Record<(typeof programs)[number], string>>

const createCephSupervisor = (name: string): Supervisor =>
  createSupervisor({ name: `ceph-${name}`, killSignal: 'KILL', user: null })
const region = 'us-east-1'

/** Starts an S3 interface on a port. */
async function startRgw(paths: Programs, rgw: Supervisor, conf: string, port: number): Promise<number> {
  const words = ['-c', conf, '-n', 'client.admin', '-f', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`]
  await rgw.run(paths.radosgw, words, /starting handler: beast/)
  const url = `http://127.0.0.1:${port}/`
  for (let tries = 0; tries < 300 && !(await fetch(url).catch(() => null)); tries++) await sleep(20)
  return port
}

/** What every S3 interface offers; its buckets have a name of their own, since others may use it too. */
function handleOf({ endpoint, region, credentials }: Place, stop: () => Promise<void>): Ceph {
  return {
    ...{ endpoint, region, credentials, stop },
    env: (bucket, prefix = '') => ({
      FORMOSA_OBJECTS: `s3://${bucket}/${prefix}`,
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
    async bucket(name) {
      // Loaded here, since a run of quick tests needs none of it.
      const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
      const unique = `${name}-${randomBytes(4).toString('hex')}`
      const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: unique }))
      client.destroy()
      return unique
    },
  }
}

/** A Ceph cluster of its own with an S3 interface on a free loopback port, in memory alone. */
async function startCluster(paths: Programs): Promise<{ readonly shared: Shared; readonly ceph: OwnCeph }> {
  const supervisors = (['mon', 'osd', 'rgw'] as const).map(createCephSupervisor)
  const [mon, osd, rgw] = supervisors as [Supervisor, Supervisor, Supervisor]
  const { folder } = mon
  const conf = join(folder, 'ceph.conf')
  const credentials = { accessKeyId: 'formosa', secretAccessKey: randomUUID() }
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))

  const startMon = async (port: number) => {
    const fsid = randomUUID()
    const ring = join(folder, 'keyring')
    writeFileSync(ring, keyring())
    writeFileSync(conf, settings(folder, fsid, port))
    const map = join(folder, 'monmap')
    await run(paths.monmaptool, ['--create', '--clobber', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${port}]`, map])
    await run(paths['ceph-mon'], ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', ring])
    await mon.run(paths['ceph-mon'], ['-c', conf, '-i', 'a', '-f'], /is new leader|won leader election|as leader/)
  }
  const startOsd = async () => {
    const uuid = randomUUID()
    await run(paths.ceph, ['-c', conf, '--connect-timeout', '300', 'osd', 'new', uuid])
    await run(paths['ceph-osd'], ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid])
    await osd.run(paths['ceph-osd'], ['-c', conf, '-i', '0', '-f'], /state: booting -> active/)
  }
  const stop = async () => {
    for (const supervisor of supervisors.toReversed()) await supervisor.end()
  }

  try {
    await startMon(await freePort())
    await startOsd()
    const { accessKeyId, secretAccessKey } = credentials
    const user = ['user', 'create', '--uid', 'formosa', '--display-name', 'Formosa']
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
    await run(paths['radosgw-admin'], ['-c', conf, ...user, ...keys])
    const port = await onFreePort((free) => startRgw(paths, rgw, conf, free))
    const shared = { endpoint: `http://127.0.0.1:${port}`, region, credentials, conf }
    const start = async () => void (await startRgw(paths, rgw, conf, port))
    return { shared, ceph: { ...handleOf(shared, stop), crash: rgw.crash, start } }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** The cluster of this run of tests, once it has started; null where this file runs alone, or it could not start. */
async function sharedCluster(): Promise<Shared | null> {
  const path = process.env[sharedVariable]
  if (path === undefined) return null
  while (!existsSync(path)) await sleep(50)
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Starts a cluster for all files of a run, which wait for it; the returned function ends it. */
export function shareCeph(folder: string): () => Promise<void> {
  const path = join(folder, 'ceph.json')
  process.env[sharedVariable] = path
  const start = async (): Promise<OwnCeph | null> => {
    const { paths, skip } = await findCeph()
    const started = skip === null ? await startCluster(paths).catch(() => null) : null
    writeFileSync(`${path}.new`, JSON.stringify(started?.shared ?? null))
    renameSync(`${path}.new`, path)
    return started?.ceph ?? null
  }
  const started = start()
  return async () => void (await (await started)?.stop())
}

/** An S3 interface of Ceph: that of the run, which other files use too, or one of this file. */
export async function startCeph(): Promise<Ceph | { readonly skip: string }> {
  const { paths, skip } = await findCeph()
  if (skip !== null) return { skip }
  const shared = await sharedCluster()
  return shared ? handleOf(shared, async () => {}) : (await startCluster(paths)).ceph
}

/** An S3 interface that this file may crash; where the run has a cluster, it stores there. */
export async function startOwnCeph(): Promise<OwnCeph | { readonly skip: string }> {
  const { paths, skip } = await findCeph()
  if (skip !== null) return { skip }
  const shared = await sharedCluster()
  if (!shared) return (await startCluster(paths)).ceph
  const rgw = createCephSupervisor('rgw')
  try {
    const port = await onFreePort((free) => startRgw(paths, rgw, shared.conf, free))
    const start = async () => void (await startRgw(paths, rgw, shared.conf, port))
    const place = { ...shared, endpoint: `http://127.0.0.1:${port}` }
    return { ...handleOf(place, rgw.end), crash: rgw.crash, start }
  } catch (error) {
    await rgw.end()
    throw error
  }
}
