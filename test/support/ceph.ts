import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { createKeeper } from './keeper.ts'
import { freePort, onFreePort } from './ports.ts'
import { findPrograms } from './programs.ts'

export type Ceph = {
  /** The address of its S3 interface. */
  readonly endpoint: string
  readonly region: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** The usual variables for a bucket, with what a service or command needs besides. */
  readonly env: (bucket: string, prefix?: string) => Record<string, string>
  /** Makes a bucket; the name of one that is there already is fine. */
  readonly bucket: (name: string) => Promise<string>
  readonly folder: string
  /** Ends the S3 interface at once; what was stored stays. */
  readonly crash: () => Promise<void>
  /** Starts it again on the same port. */
  readonly start: () => Promise<void>
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => Promise<void>
}

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
    'memstore device bytes': String(4 * 2 ** 30),
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

/** A Ceph cluster of its own with an S3 interface on a free loopback port, in memory alone. */
export async function startCeph(): Promise<Ceph | { readonly skip: string }> {
  const { paths, skip } = await findCeph()
  if (skip !== null) return { skip }
  const keepers = (['mon', 'osd', 'rgw'] as const).map((name) =>
    createKeeper({ name: `ceph-${name}`, deadly: 'KILL', user: null }),
  )
  const [mon, osd, rgw] = keepers as [(typeof keepers)[0], (typeof keepers)[0], (typeof keepers)[0]]
  const { folder } = mon
  const conf = join(folder, 'ceph.conf')
  const credentials = { accessKeyId: 'formosa', secretAccessKey: randomUUID() }
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))

  const startMon = async (port: number) => {
    const fsid = randomUUID()
    writeFileSync(join(folder, 'keyring'), keyring())
    writeFileSync(conf, settings(folder, fsid, port))
    const map = join(folder, 'monmap')
    await run(paths.monmaptool, ['--create', '--clobber', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${port}]`, map])
    await run(paths['ceph-mon'], [
      '-c',
      conf,
      '--mkfs',
      '-i',
      'a',
      '--monmap',
      map,
      '--keyring',
      join(folder, 'keyring'),
    ])
    await mon.run(paths['ceph-mon'], ['-c', conf, '-i', 'a', '-f'], /is new leader|won leader election|as leader/)
  }
  const startOsd = async () => {
    const uuid = randomUUID()
    await run(paths.ceph, ['-c', conf, '--connect-timeout', '30', 'osd', 'new', uuid])
    await run(paths['ceph-osd'], ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid])
    await osd.run(paths['ceph-osd'], ['-c', conf, '-i', '0', '-f'], /state: booting -> active/)
  }
  const startRgw = async (port: number) => {
    const words = ['-c', conf, '-n', 'client.admin', '-f', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`]
    await rgw.run(paths.radosgw, words, /starting handler: beast/)
    const url = `http://127.0.0.1:${port}/`
    for (let tries = 0; tries < 300 && !(await fetch(url).catch(() => null)); tries++) await sleep(20)
    return port
  }
  const stop = async () => {
    for (const keeper of keepers.toReversed()) await keeper.end()
  }

  try {
    await startMon(await freePort())
    await startOsd()
    const { accessKeyId, secretAccessKey } = credentials
    const user = ['user', 'create', '--uid', 'formosa', '--display-name', 'Formosa']
    await run(paths['radosgw-admin'], [
      '-c',
      conf,
      ...user,
      '--access-key',
      accessKeyId,
      '--secret-key',
      secretAccessKey,
    ])
    const port = await onFreePort(startRgw)
    const endpoint = `http://127.0.0.1:${port}`
    const region = 'us-east-1'
    return {
      endpoint,
      region,
      credentials,
      folder,
      env: (bucket, prefix = '') => ({
        FORMOSA_OBJECTS: `s3://${bucket}/${prefix}`,
        AWS_ENDPOINT_URL: endpoint,
        AWS_REGION: region,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      }),
      async bucket(name) {
        const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
        await client.send(new CreateBucketCommand({ Bucket: name }))
        client.destroy()
        return name
      },
      crash: rgw.crash,
      async start() {
        await startRgw(port)
      },
      pause: () => rgw.signal('SIGSTOP'),
      resume: () => rgw.signal('SIGCONT'),
      stop,
    }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
