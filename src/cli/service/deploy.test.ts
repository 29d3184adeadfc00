import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { freePort } from '../../../test/support/ports.ts'
import { findPrograms, unprivileged } from '../../../test/support/programs.ts'
import { cleanEnv } from '../../../test/support/run.ts'
import { type Service, startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

/* The samples for operators, run as they are but for names, ports and certificates. */

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-deploy-'))
const sample = (name: string) => readFileSync(join(root, name), 'utf8')
const { paths, skip } = await findPrograms(['nginx', 'caddy', 'openssl'])
/** One for each proxy, since the limit by address is used up by the first; later both stand behind one. */
let services: { readonly nginx: Service; readonly caddy: Service }

before(async () => {
  chmodSync(folder, 0o755)
  const start = async (name: string) => {
    const home = await copyOfBrief(join(folder, `home-${name}`))
    const limits = { TRUSTED_PROXIES: '127.0.0.1', ADDRESS_LIMIT: '40', FORMOSA_DRAIN: '3' }
    return startService(home, { FORMOSA_NOW: builtAt, ...limits })
  }
  if (skip === null) services = { nginx: await start('nginx'), caddy: await start('caddy') }
})
after(async () => {
  await services?.nginx.stop('SIGKILL')
  await services?.caddy.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type ProxyResponse = {
  readonly status: number
  readonly cookies: readonly string[]
  readonly transport: string | undefined
  readonly text: string
}

const send = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<ProxyResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        servername: 'localhost',
        rejectUnauthorized: false,
        headers: { Host: `localhost:${port}`, ...headers },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            cookies: response.headers['set-cookie'] ?? [],
            transport: response.headers['strict-transport-security'],
            text,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const waitForProxy = (port: number) =>
  until('the proxy answers', () =>
    send(port, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )

/** What a proxy must pass on: rows and refusals, the scheme for cookies, the client's address and not its word for it. */
async function passesOn(port: number): Promise<void> {
  assert.equal((await send(port, '/v1/agent/TaiwanStockPrice?stock_id=2330')).status, 402)
  const made = await send(
    port,
    '/v1/auth/sign-up',
    { 'Content-Type': 'application/json' },
    JSON.stringify({ email: `a${port}@example.com`, password: 'correct horse' }),
  )
  assert.equal(made.status, 201, made.text)
  assert.ok(
    made.cookies.some((line) => /; Secure/i.test(line)),
    'the cookie is for https alone',
  )
  const { key } = JSON.parse(made.text).key
  const rows = await send(port, '/v1/data/TaiwanStockPER?stock_id=2330&limit=2', { Authorization: `Bearer ${key}` })
  assert.equal(JSON.parse(rows.text).count, 2)
  assert.equal(rows.transport, 'max-age=31536000')
  const statuses = new Set<number>()
  for (let n = 0; n < 60; n++)
    statuses.add((await send(port, '/v1/data', { 'X-Forwarded-For': `203.0.113.${n}` })).status)
  assert.ok(statuses.has(429), 'an address of the client’s own choice is not counted as its own')
}

test('the sample configuration for nginx forwards requests, addresses and cookies correctly', {
  skip: skip ?? false,
}, async () => {
  const at = join(folder, 'nginx')
  mkdirSync(at)
  const made = spawnSync(paths!.openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=localhost'],
    ...['-keyout', join(at, 'key.pem'), '-out', join(at, 'cert.pem')],
  ])
  assert.equal(made.status, 0)
  const [secure, plain] = [await freePort(), await freePort()]
  const site = sample('deploy/nginx.conf')
    .replace('127.0.0.1:8080', new URL(services.nginx.url).host)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replaceAll('data.example.com;', 'localhost;')
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, join(at, 'cert.pem'))
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, join(at, 'key.pem'))
    .replace('/var/log/nginx/access.log', join(at, 'access.log'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at}/${name};`,
  )
  writeFileSync(
    join(at, 'nginx.conf'),
    `daemon off;\npid ${at}/pid;\nerror_log ${at}/error.log;\nevents {}\nhttp {\n${temporary.join('\n')}\n${site}}\n`,
  )
  const child = spawn(paths!.nginx, ['-p', at, '-e', join(at, 'error.log'), '-c', join(at, 'nginx.conf')])
  try {
    await waitForProxy(secure)
    await passesOn(secure)
    for (const address of [`https://localhost:${secure}`, `http://localhost:${plain}`])
      for (const path of ['/v1/linked/fmsl_secret/x.csv', '/api/v1/linked/fmsl_secret/x.csv', '/healthz?log=1'])
        spawnSync('curl', ['-sk', '-o', '/dev/null', address + path])
    const logged = readFileSync(join(at, 'access.log'), 'utf8')
    assert.match(logged, /healthz/)
    assert.doesNotMatch(logged, /fmsl_/)
  } finally {
    child.kill('SIGTERM')
  }
})

/** Runs Caddy in a folder of its own, which takes the place of the system's. */
function startCaddy(name: string, site: string): ChildProcess {
  const at = join(folder, name)
  mkdirSync(at)
  const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust', `storage file_system ${at}`]
  writeFileSync(join(at, 'Caddyfile'), `{\n\t${options.join('\n\t')}\n}\n${site}`)
  return spawn(paths!.caddy, ['run', '--config', join(at, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: cleanEnv({ HOME: at, XDG_DATA_HOME: at, XDG_CONFIG_HOME: at }),
  })
}

test('the sample configuration for Caddy forwards requests, addresses and cookies correctly', {
  skip: skip ?? false,
}, async () => {
  const port = await freePort()
  const site = sample('deploy/Caddyfile')
    .replace('127.0.0.1:8080', new URL(services.caddy.url).host)
    .replace('data.example.com {', `https://localhost:${port} {\n\ttls internal\n\tbind 127.0.0.1`)
  const child = startCaddy('caddy', site)
  try {
    await waitForProxy(port)
    await passesOn(port)
  } finally {
    child.kill('SIGTERM')
  }
})

/** The user of the wrapper's test, by name; PostgreSQL's where there is one. */
const { stdout: userName } = spawnSync('id', ['-un', String(unprivileged()?.uid ?? 0)], { encoding: 'utf8' })

test('the wrapper runs commands with the settings and as the user of the service', {
  skip: unprivileged() === null && 'needs root to become somebody else',
}, () => {
  const at = join(folder, 'wrapper')
  const home = join(at, 'home')
  mkdirSync(home, { recursive: true })
  const user = unprivileged()!
  chownSync(home, user.uid, user.gid)
  chmodSync(home, 0o700)
  const env = join(at, 'formosa.env')
  const wrapper = join(at, 'formosa')
  // A program of our own shows what it is given.
  const program = join(at, 'program')
  writeFileSync(
    program,
    '#!/bin/sh\nprintf "%s\\n" "$(id -u)" "$MAIL_FROM" "$SMTP_URL" "$FORMOSA_HOME" "$FORMOSA_SECRET" "$@"\n',
    { mode: 0o755 },
  )
  const written = (runs: string) =>
    writeFileSync(
      wrapper,
      sample('deploy/formosa')
        .replace('settings=/etc/formosa.env', `settings=${env}`)
        .replace('user=formosa\n', `user=${userName.trim()}\n`)
        .replace('/var/lib/formosa', home)
        .replace('/opt/formosa/bin/formosa', runs),
      { mode: 0o755 },
    )
  const run = (words: readonly string[]) => spawnSync(wrapper, words, { encoding: 'utf8', cwd: at, env: cleanEnv() })
  written(program)
  const lines = (...more: readonly string[]) => writeFileSync(env, `${more.join('\n')}\n`, { mode: 0o600 })
  lines(
    '# settings',
    '',
    'MAIL_FROM=Formosa <a@example.com>',
    'SMTP_URL="smtp://u:$(id)`id`&p@example.com"',
    `FORMOSA_SECRET='${'s'.repeat(32)}'`,
  )
  const result = run(['user', 'list', 'a b'])
  assert.equal(result.status, 0, result.stderr)
  assert.deepEqual(result.stdout.trimEnd().split('\n'), [
    ...[String(user.uid), 'Formosa <a@example.com>', 'smtp://u:$(id)`id`&p@example.com', home, 's'.repeat(32)],
    ...['user', 'list', 'a b'],
  ])
  for (const [line, sentence] of [
    ['MAIL_FROM', /line 1 of .* is not NAME=value/],
    ['MAIL FROM=x', /line 1 of .* is not NAME=value/],
    ['MAIL_FROM=a\\b', /line 1 of .* has a backslash/],
  ] as const) {
    lines(line)
    const refused = run(['user', 'list'])
    assert.deepEqual([refused.status, refused.stdout], [3, ''])
    assert.match(refused.stderr, sentence)
  }

  lines(`FORMOSA_SECRET=${'s'.repeat(32)}`)
  written(join(root, 'bin/formosa'))
  const added = run(['user', 'add', 'a@example.com'])
  assert.match(added.stdout, /^fmsa_live_/, added.stderr)
  assert.equal(statSync(join(home, 'control.sqlite')).uid, user.uid)
  assert.match(run(['user', 'list']).stdout, /a@example\.com/)
  // The unit gives the service the same.
  const unit = sample('deploy/formosa.service')
  for (const text of sample('deploy/formosa')
    .match(/(?<=export )NODE_ENV.*/)![0]
    .split(' '))
    assert.ok(unit.includes(text))
})

const systemd = spawnSync('systemd-analyze', ['--version'])
test('the unit file is valid for systemd and restricts the service', {
  skip: systemd.status === 0 ? false : 'systemd-analyze not found: on Debian by "apt-get install systemd"',
}, () => {
  const unit = join(folder, 'formosa.service')
  writeFileSync(
    unit,
    sample('deploy/formosa.service').replaceAll('/opt/formosa', root).replaceAll('=formosa\n', '=daemon\n'),
  )
  const checked = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  const ours = checked.stderr.split('\n').filter((line) => line.includes('formosa.service'))
  assert.deepEqual(ours, [])
  const scored = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], {
    encoding: 'utf8',
  })
  assert.equal(scored.status, 0, scored.stdout.slice(-200))
})

/** The instructions of the last stage of the Dockerfile, continued lines joined. */
const instructions = () =>
  sample('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split(/^FROM /m)
    .at(-1)!
    .split('\n')
    .slice(1)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [word = '', ...rest] = line.trim().split(/\s+/)
      return { word, rest }
    })

test('what the Dockerfile copies is all the service needs, as somebody who may write nowhere but to its home', {
  skip: unprivileged() === null && 'needs root to become somebody else',
}, async () => {
  const image = join(folder, 'image')
  mkdirSync(image)
  const ignored = sample('.dockerignore').split('\n')
  for (const { word, rest } of instructions()) {
    if (word !== 'COPY' || rest[0]!.startsWith('--from')) continue
    const target = rest.at(-1)!
    for (const source of rest.slice(0, -1)) {
      assert.ok(ignored.includes(`!${source}`), `.dockerignore leaves ${source} out`)
      cpSync(join(root, source), join(image, target === './' ? source : target), {
        recursive: true,
        filter: (path) => !path.endsWith('.test.ts'),
      })
    }
  }
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  const words = instructions().map(({ word }) => word)
  assert.ok(words.includes('HEALTHCHECK') && words.includes('USER') && words.includes('VOLUME'))
  assert.notEqual(instructions().find(({ word }) => word === 'USER')!.rest[0], 'root')

  const home = join(folder, 'data')
  // A copy of the bytes: the fixture's own files stay with their owner.
  cpSync(await copyOfBrief(join(folder, 'linked')), home, { recursive: true, verbatimSymlinks: true })
  const user = unprivileged()!
  assert.equal(spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, home]).status, 0)
  const port = await freePort()
  const child = spawn(process.execPath, [join(image, 'bin/formosa'), 'serve'], {
    cwd: image,
    ...user,
    env: cleanEnv({
      FORMOSA_HOME: home,
      FORMOSA_NOW: builtAt,
      PORT: String(port),
      WORKERS: '1',
      ASK_WARM_UP: 'off',
      FORMOSA_RESERVE: '1MB',
      FORMOSA_SCRUB: '0',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(home, 'compiled'),
      // What is not in the image may be out of its reach.
      NODE_OPTIONS: '',
    }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  try {
    for (let n = 0; n < 600 && !output.includes('ready at') && child.exitCode === null; n++) await sleep(100)
    assert.match(output, /ready at/, output)
    const health = instructions().find(({ word }) => word === 'HEALTHCHECK')!
    const [program, flag, script] = JSON.parse(/CMD (\[.*\])$/.exec(health.rest.join(' '))![1]!)
    assert.deepEqual([program, flag], ['node', '-e'])
    const probe = (env: Record<string, string>) => spawnSync(process.execPath, ['-e', script], { env }).status
    const [open, closed] = [String(port), String(await freePort())]
    assert.equal(probe({ PORT: open }), 0)
    assert.equal(probe({ PORT: closed }), 1)
    assert.equal(probe({ PORT: closed, FORMOSA_PORT: open }), 0)
    assert.equal(probe({ PORT: open, FORMOSA_PORT: 'tcp://10.96.0.1:80' }), 0)
  } finally {
    child.kill('SIGTERM')
    await exited
  }
  assert.equal(child.exitCode, 0)
})

test('the service of compose.yaml runs with a read-only root, no rights, and settings that exist', () => {
  const text = sample('compose.yaml')
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    assert.ok(text.includes(line), line)
  // Settings that are not named here reach the service, too.
  assert.match(text, /^ {4}env_file: \[\.env\]$/m)
  const config = sample('docs/config.md')
  const names = [...text.matchAll(/^ {6}((?!POSTGRES)[A-Z_]+):/gm)].map(([, name]) => name!)
  assert.ok(names.length >= 5)
  for (const name of names) assert.ok(config.includes(`\`${name}\``), `${name} is no setting`)
})

test('the machines of compose.scale.yaml share what they must, and its proxy asks and waits as readers expect', {
  skip: skip ?? false,
}, async () => {
  const text = sample('compose.scale.yaml')
  for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true'])
    assert.ok(text.includes(line), line)
  const config = sample('docs/config.md')
  const [, block] = /^x-environment: &environment\n((?: {2}.*\n)+)/m.exec(text)!
  const names = [...block!.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!)
  for (const name of ['FORMOSA_OBJECTS', 'DATABASE_URL', 'REDIS_URL', 'FORMOSA_SECRET'])
    assert.ok(names.includes(name), name)
  for (const name of [...names, 'FORMOSA_ROLE', 'FORMOSA_CACHE'])
    assert.ok(config.includes(`\`${name}\``), `${name} is no setting`)
  assert.deepEqual(
    [
      ...text.matchAll(/^ {2}(\w+):\n {4}<<: \*formosa\n {4}environment: \{ <<: \*environment, FORMOSA_ROLE: (\w+)/gm),
    ].map(([, name, role]) => `${name} ${role}`),
    ['writer writer', 'reader1 reader', 'reader2 reader'],
  )
  const seconds = (pattern: RegExp) => Number(pattern.exec(text)![1])
  assert.ok(seconds(/stop_grace_period: (\d+)s/) > seconds(/FORMOSA_DRAIN: "(\d+)"/) + 10)

  // The proxy as it is but for names and ports: two services, of which one is told to stop while requests come.
  const port = await freePort()
  const nodes = [services.nginx, services.caddy]
  const site = sample('deploy/Caddyfile.scale')
    .replace('reader1:8080 reader2:8080', nodes.map(({ url }) => new URL(url).host).join(' '))
    .replace('{$SITE:data.example.com} {', `http://127.0.0.1:${port} {`)
  const child = startCaddy('scale', site)
  try {
    const get = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(async (response) => [response.status, await response.text()])
    // What no limit counts, since the proxies before have used it up.
    await until('the proxy answers', async () => (await get('/healthz').catch(() => [0]))[0] === 200)
    let stopped: Promise<number | null> | null = null
    const statuses = new Map<number, number>()
    // While it drains, and for a second after its end.
    let end = Number.POSITIVE_INFINITY
    for (; Date.now() < end; await sleep(50)) {
      const responses = await Promise.all(Array.from({ length: 6 }, () => get('/healthz')))
      for (const [status] of responses) statuses.set(status as number, (statuses.get(status as number) ?? 0) + 1)
      stopped ??= nodes[0]!.stop().finally(() => {
        end = Date.now() + 1_000
      })
    }
    // A proxy that finds no service says 502 or 503.
    assert.deepEqual([...statuses.keys()], [200])
    assert.equal(await stopped, 0)
  } finally {
    child.kill('SIGTERM')
  }
})

test('no proxy sample takes rows down with /readyz, which is 503 while they are still served', () => {
  for (const name of ['deploy/Caddyfile', 'deploy/nginx.conf'])
    assert.doesNotMatch(sample(name).replace(/#.*/g, ''), /readyz|health_/, name)
})

test('every number that the alert rules name is one that is served', () => {
  const served = sample('src/cli/service/metrics.ts') + sample('src/http/measures/requestMetrics.ts')
  const named = new Set([...sample('deploy/alerts.yaml').matchAll(/formosa_[a-z_]+/g)].map(([name]) => name))
  assert.ok(named.size >= 5)
  for (const name of named) assert.ok(served.includes(`'${name.replace(/_bucket$/, '')}'`), name)
})
