import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { paymentTerms } from '../src/cli/agent.ts'
import { readConfig } from '../src/config.ts'
import { buy } from '../src/pay/buyer.ts'
import { createRpc } from '../src/pay/rpc.ts'
import { openSettlement } from '../src/pay/settlement.ts'
import { readKeyFile } from '../src/pay/wallets.ts'
import { openDatabase } from '../src/store/database.ts'
import { cleanEnv } from '../test/support/run.ts'
import { openShop } from '../test/support/shop.ts'

const scratch = mkdtempSync(join(tmpdir(), 'formosa-play-money-'))
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(scratch, { recursive: true, force: true })
})

function run(words: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    cwd: scratch,
    env: cleanEnv(settings),
  })
  children.add(child)
  const written = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    written.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    written.err += text
  })
  const ended = once(child, 'close').then(([code]) => {
    children.delete(child)
    return { code: code as number | null, ...written }
  })
  return { child, written, ended }
}

/** Starts the program and has a shell read the lines that are to be pasted. */
async function start(folder: string) {
  const { child, written, ended } = run(['--folder', folder, '--port', '0'])
  const early = ended.then(({ err }) => assert.fail(err))
  while (!/^export KEY_FILE=.*\n/m.test(written.out)) await Promise.race([once(child.stdout, 'data'), early])
  const lines = written.out.match(/^export .*$/gm)!
  const environment = execFileSync('sh', ['-c', `${lines.join('\n')}\nenv -0`], { env: {}, encoding: 'utf8' })
  const settings = Object.fromEntries(environment.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return {
    settings: settings as Readonly<Record<string, string>>,
    text: written.out,
    rpc: createRpc(settings.AGENT_PAY_RPC_URL),
    async end(signal: NodeJS.Signals): Promise<number | null> {
      early.catch(() => {})
      child.kill(signal)
      return (await ended).code
    },
  }
}

test('a service settles with the printed settings, and after a kill the chain is as it was', async () => {
  const folder = join(scratch, "play 'money'")
  const chain = await start(folder)
  const settings: Readonly<Record<string, string>> = { ...chain.settings, FORMOSA_HOME: join(scratch, 'home') }
  assert.match(chain.text, / owns 1000\.000000 play dollars, which are worth nothing/)
  const terms = paymentTerms(readConfig((name) => settings[name]))
  const database = await openDatabase({ path: join(scratch, 'control.sqlite') })
  const settlement = await openSettlement({
    ...{ terms, database, now: Date.now, keyFile: settings.AGENT_PAY_KEY_FILE },
    log: pino({ level: 'silent' }),
    onState: () => {},
  })
  assert.equal(settlement.state(), 'ok')
  await settlement.close()
  await database.close()
  for (const file of [settings.AGENT_PAY_KEY_FILE!, settings.KEY_FILE!])
    assert.equal(statSync(file).mode & 0o777, 0o600)

  const shop = await openShop({
    place: { path: join(scratch, 'shop.sqlite') },
    rpcUrl: terms.rpcUrl!,
    settings: { payTo: terms.payTo },
    settler: readKeyFile(settings.AGENT_PAY_KEY_FILE!, 'settler'),
  })
  const bought = await buy(`${shop.url}/v1/agent/TaiwanStockPrice`, readKeyFile(settings.KEY_FILE!, 'payer'), {
    cap: 1000n,
  })
  assert.deepEqual([bought.status, bought.spent], [200, 1000n])
  await shop.close()

  assert.equal(await chain.end('SIGKILL'), null)
  const again = await start(folder)
  assert.match(again.text, / owns 999\.999000 play dollars/)
  assert.ok(await again.rpc('eth_getTransactionReceipt', [bought.transaction]))
  assert.equal(again.settings.AGENT_PAY_TO, settings.AGENT_PAY_TO)
  assert.equal(await again.end('SIGTERM'), 0)
})

test('no block that was answered is lost, whenever the program is killed', async () => {
  const folder = join(scratch, 'killed')
  const known: unknown[] = []
  for (const wanted of [1, 7]) {
    const chain = await start(folder)
    let answered = 0
    const killed = Promise.withResolvers<void>()
    const sent = Array.from({ length: 20 }, async (_, n) => {
      const hash = await chain.rpc('formosa_mint', [`0x${'ab'.repeat(20)}`, String(n + 1)])
      known.push(hash)
      if (++answered === wanted) killed.resolve(void chain.end('SIGKILL'))
    })
    await killed.promise
    await Promise.allSettled(sent)
    assert.ok(answered >= wanted && answered < sent.length, `${answered} were answered`)
  }
  const chain = await start(folder)
  for (const hash of known) assert.ok(await chain.rpc('eth_getTransactionByHash', [hash]), String(hash))
  assert.equal(await chain.end('SIGINT'), 0)
})

test('what cannot be is refused with a sentence and an exit code', async () => {
  const folder = join(scratch, 'taken')
  const chain = await start(folder)
  const { port } = new URL(chain.settings.AGENT_PAY_RPC_URL!)
  writeFileSync(join(scratch, 'file'), '')
  for (const [words, code, sentence] of [
    [['--port', port], 5, /Cannot use port \d+, give --port another one: .*EADDRINUSE/],
    [['--folder', folder, '--port', '0'], 5, /Another chain runs on .*taken: stop it, or give --folder another one/],
    [['--folder', 'file/chain'], 7, /Cannot keep a chain in .*file\/chain: a part of the path is not a folder/],
    [['--folder', '/proc/chain'], 7, /Cannot keep a chain in \/proc\/chain: /],
    [['--prot', '1'], 2, /Unknown option '--prot': write npm run devchain -- \[--folder FOLDER\] \[--port PORT\]/],
    [['8545'], 2, /Unexpected argument '8545'.*: write npm run devchain/],
    [['--port'], 2, /Option '--port <value>' argument missing: write npm run devchain/],
    [['--port', '70000'], 2, /--port must be a number from 0 to 65535, .* '70000'/],
  ] as const) {
    const ended = await run(words).ended
    assert.equal(ended.code, code, ended.err)
    assert.equal(ended.out, '')
    assert.match(ended.err, sentence)
    assert.match(ended.err, /^devchain: [^\n]+\.\n$/, 'one sentence')
  }
  assert.equal(await chain.end('SIGTERM'), 0)
})

test('without the packages for development it says what to run', async () => {
  const withoutPackages = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => next(name.replace('@ethereumjs/', '@not-installed/'), context) })`
  const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(withoutPackages)}"`
  const { code, err } = await run(['--port', '0'], { NODE_OPTIONS }).ended
  assert.equal(err, 'devchain: The packages for development are not installed: run "npm ci".\n')
  assert.equal(code, 4)
})
