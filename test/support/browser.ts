import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeeper } from './keeper.ts'

type Page = {
  /** The value of an expression in the page, waited for where it is a promise. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Waits until an expression is true in the page. */
  readonly waitFor: (expression: string) => Promise<void>
  /** What the browser complained of: what the page's policy forbids, and errors; not what a server refused. */
  readonly complaints: () => readonly string[]
}

export type Browser = {
  readonly open: (url: string, headers?: Readonly<Record<string, string>>) => Promise<Page>
  readonly stop: () => Promise<void>
}

const names = ['chromium', 'chromium-browser', 'google-chrome']
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--no-first-run',
  '--remote-debugging-port=0',
]
const patienceMs = 20_000

const pathOf = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync)

/** The browser says that it listens a moment before it writes down where. */
async function portIn(file: string): Promise<string[]> {
  const end = Date.now() + patienceMs
  while (!existsSync(file) || !readFileSync(file, 'utf8').includes('/devtools/')) {
    if (Date.now() > end) throw new Error(`the browser never wrote ${file}`)
    await sleep(20)
  }
  return readFileSync(file, 'utf8').split('\n')
}

/** A message of the browser's protocol: the answer to a command, or an event. */
type Message = {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly message: string }
}

/** Speaks with a browser over its own protocol: a command has a number, and so has its answer. */
async function connect(url: string, onEvent: (event: Message) => void) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`${url} does not answer`))
  })
  const waiting = new Map<number, (message: Message) => void>()
  let count = 0
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id === undefined) return onEvent(message)
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  }
  const send = (method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++count
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result!),
      )
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }))
    })
  return { send, close: () => socket.close() }
}

/** A browser without a window, where one is installed. */
export async function startBrowser(): Promise<Browser | { readonly skip: string }> {
  const path = pathOf()
  if (!path) return { skip: `${names[0]} not found: put it in PATH, on Debian by "apt-get install chromium"` }
  const keeper = createKeeper({ name: 'browser', deadly: 'KILL', user: null })
  try {
    const profile = join(keeper.folder, 'profile')
    await keeper.run(path, [...flags, `--user-data-dir=${profile}`, 'about:blank'], /DevTools listening on ws:/)
    const [port, place] = await portIn(join(profile, 'DevToolsActivePort'))
    const heard = new Map<string, string[]>()
    const { send, close } = await connect(`ws://127.0.0.1:${port}${place}`, ({ sessionId, method, params }) => {
      if (method !== 'Log.entryAdded' && method !== 'Runtime.exceptionThrown') return
      const { source, level } = (params!.entry ?? {}) as { source?: string; level?: string }
      if (source === 'network' || level === 'verbose' || level === 'info') return
      heard.get(sessionId!)?.push(JSON.stringify(params))
    })

    async function open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
      const { sessionId } = (await send('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
      const complaints: string[] = []
      heard.set(sessionId, complaints)
      for (const method of ['Page.enable', 'Runtime.enable', 'Log.enable', 'Network.enable'])
        await send(method, {}, sessionId)
      await send('Network.setExtraHTTPHeaders', { headers }, sessionId)
      await send('Page.navigate', { url }, sessionId)
      const evaluate = async (expression: string): Promise<unknown> => {
        const asked = { expression, awaitPromise: true, returnByValue: true }
        const { result, exceptionDetails } = await send('Runtime.evaluate', asked, sessionId)
        if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
        return (result as { value?: unknown }).value
      }
      const waitFor = async (expression: string): Promise<void> => {
        const end = Date.now() + patienceMs
        while (!(await evaluate(expression).catch(() => false)))
          if (Date.now() > end) throw new Error(`never true in ${url}: ${expression}`)
      }
      await waitFor(`document.readyState === 'complete' && location.href !== 'about:blank'`)
      return { evaluate, waitFor, complaints: () => complaints }
    }

    return {
      open,
      async stop() {
        // Asked to go it takes its children along; killed it would leave them to whoever collects orphans.
        await send('Browser.close')
        close()
        await keeper.end()
      },
    }
  } catch (error) {
    await keeper.end()
    throw error
  }
}
