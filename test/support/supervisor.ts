import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Reads pids until its input ends, which it does however the process that writes them ends; then ends what runs under
 * the last one and removes the folder. Where nobody collects orphans, one that has ended stays as a zombie.
 */
const script = `
pid=
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -s "$2" "$pid"
  tries=0
  while kill -s 0 "$pid" && ! grep -qs '^State:.Z' "/proc/$pid/status"; do
    tries=$((tries + 1))
    [ $tries -eq 100 ] && kill -s KILL "$pid" && break
    sleep 0.1
  done
fi
for pause in 0 1 2 4; do
  sleep $pause
  rm -rf "$1" && break
done
`

type SupervisorOptions = {
  /** A part of the name of its folder. */
  readonly name: string
  /** The signal that ends the server at once with all its children. */
  readonly killSignal: 'KILL' | 'QUIT'
  readonly user: { readonly uid: number; readonly gid: number } | null
}

/** A folder of its own and the process that works in it: neither outlives this process, not even when it is killed. */
export function createSupervisor({ name, killSignal, user }: SupervisorOptions) {
  const folder = mkdtempSync(join(tmpdir(), `formosa-${name}-`))
  if (user) chownSync(folder, user.uid, user.gid)
  // Watchdog and server stand outside the test's process group: a signal to the whole group must leave the watchdog to
  // do its work, and the server to end as it should.
  const watchdog = spawn('sh', ['-c', script, 'watchdog', folder, killSignal], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = once(watchdog, 'exit')
  watchdog.unref()
  ;(watchdog.stdin as Socket).unref()
  let child: ChildProcess | null = null

  function spawnSupervised(file: string, words: readonly string[]): ChildProcess {
    if (child) throw new Error(`${name} is running already`)
    const { PATH } = process.env
    const started = spawn(file, words, {
      ...(user ?? {}),
      detached: true,
      cwd: folder,
      env: { PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    watchdog.stdin.write(`${started.pid ?? ''}\n`)
    child = started
    const forget = () => {
      child = null
      if (watchdog.stdin.writable) watchdog.stdin.write('\n')
    }
    started.once('exit', forget)
    started.once('error', forget)
    return started
  }

  /** Starts a program and waits for a line of its output, or for its end where none is given. */
  const run = (file: string, words: readonly string[], ready?: RegExp): Promise<ChildProcess> =>
    new Promise((resolve, reject) => {
      const started = spawnSupervised(file, words)
      let output = ''
      const late = setTimeout(() => started.kill('SIGKILL'), 600_000)
      const read = (chunk: Buffer) => {
        output = (output + chunk).slice(-10_000)
        if (ready?.test(output)) settle()
      }
      const settle = () => {
        clearTimeout(late)
        resolve(started)
      }
      started.stdout!.on('data', read)
      started.stderr!.on('data', read)
      started.once('error', reject)
      started.once('close', (code, signal) => {
        clearTimeout(late)
        if (!ready && code === 0) settle()
        else reject(new Error(`${file} ended with ${code ?? signal} before it was ready:\n${output}`))
      })
    })

  return {
    folder,
    run,
    signal(signal: NodeJS.Signals): void {
      if (!child?.kill(signal)) throw new Error(`${name} is not running`)
    },
    pid(): number {
      if (!child) throw new Error(`${name} is not running`)
      return child.pid!
    },
    /** Ends the process without the folder. */
    async crash(): Promise<void> {
      if (!child) throw new Error(`${name} is not running`)
      const gone = once(child, 'close')
      child.kill(`SIG${killSignal}`)
      await gone
    },
    /** Ends the process and removes the folder. */
    async end(): Promise<void> {
      const gone = child ? once(child, 'close') : null
      watchdog.ref()
      watchdog.stdin.end()
      await gone
      const [code] = await exited
      if (code !== 0) throw new Error(`${folder} could not be removed`)
    },
  }
}
