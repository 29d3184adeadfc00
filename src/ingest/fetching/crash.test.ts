import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { childTasks } from '../../../test/support/fetchChild.ts'
import { respondWithGold, startPublisher } from '../../../test/support/publisher.ts'
import { cleanEnv } from '../../../test/support/run.ts'
import { type Task, taskKey } from '../task.ts'
import { openArchive } from './archive.ts'
import { readJournal } from './journal.ts'

/** How many times the fetch is killed; many with `npm run torture`. */
const kills = Number(process.env.TORTURE ?? 2)

const root = mkdtempSync(join(tmpdir(), 'formosa-asking-crash-'))
after(() => rmSync(root, { recursive: true, force: true }))
const program = join(import.meta.dirname, '../../../test/support/fetchChild.ts')

type Kill = { readonly afterMs: number } | { readonly afterRequests: number; readonly thenMs: number }

/** Early in the life of a process, when it opens its journal; or some moments after so many requests. */
const anyKill = (left: number): Kill =>
  Math.random() < 0.15
    ? { afterMs: Math.random() * 400 }
    : { afterRequests: Math.floor(Math.random() * left), thenMs: Math.random() * 10 }

let onRequest = () => {}

/** Asks in a process of its own; true where the kill came before its end. */
const fetchInChild = (folder: string, url: string, kill?: Kill): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'ask', folder, url], { stdio: 'inherit', env: cleanEnv() })
    let timer: NodeJS.Timeout | undefined
    const killIn = (ms: number) => {
      timer ??= setTimeout(() => child.kill('SIGKILL'), ms)
    }
    let requestCount = 0
    onRequest = () => {
      if (kill && 'afterRequests' in kill && requestCount++ >= kill.afterRequests) killIn(kill.thenMs)
    }
    if (kill && 'afterMs' in kill) killIn(kill.afterMs)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      onRequest = () => {}
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(`the asking ended with ${code}`))
      else resolve(signal === 'SIGKILL')
    })
  })

const pathOf = ({ feed, from }: Task): string => `/${feed.publisher.id}/gold?day=${from}`
const hosts = new Set(childTasks.map(({ feed }) => feed.publisher.id)).size
/** Every fifth day is refused at the first request. */
const isBroken = (path: string): boolean => /-[012][05]$/.test(path)

/** What the journal holds must be whole: each answer with its bytes, each task answered once. */
async function finishedTasks(folder: string): Promise<Set<string>> {
  const journal = readJournal(folder)
  if (journal === null) return new Set()
  const archive = openArchive(folder)
  const finished: string[] = []
  for (const { key, kind, file, sha256 } of journal.responses()) {
    assert.ok(file !== null && sha256 !== null)
    await archive.read({ file, sha256 })
    if (kind === 'rows') finished.push(key)
  }
  for (const { key, kind } of journal.outcomes()) assert.ok(kind === 'rows' && finished.includes(key))
  journal.close()
  assert.equal(new Set(finished).size, finished.length, 'a task was answered twice')
  return new Set(finished)
}

test(`a fetch killed at ${kills} random moments loses no response and repeats no request`, async () => {
  const publisher = await startPublisher(async (request, response) => {
    onRequest()
    await sleep(Math.random() * 6)
    if (response.destroyed) return
    if (request.before === 0 && isBroken(request.path)) response.writeHead(500).end()
    else respondWithGold(request, response)
  })
  const countOf = (path: string) => publisher.requests.filter((one) => one.path === path).length
  try {
    assert.equal(await fetchInChild(join(root, 'calm'), publisher.url), false)
    assert.equal((await finishedTasks(join(root, 'calm'))).size, childTasks.length)
    for (const task of childTasks) assert.equal(countOf(pathOf(task)), isBroken(pathOf(task)) ? 2 : 1)

    let [killed, middle, repeated, rounds] = [0, 0, 0, 0]
    while (killed < kills) {
      const folder = join(root, `storm ${rounds++}`)
      publisher.requests.length = 0
      let inRound = 0
      for (let isDone = false; !isDone; ) {
        const before = await finishedTasks(folder)
        const requestCounts = new Map([...before].map((key) => [key, 0]))
        for (const task of childTasks)
          if (before.has(taskKey(task))) requestCounts.set(taskKey(task), countOf(pathOf(task)))
        const left = childTasks.length - before.size
        isDone = !(await fetchInChild(
          folder,
          publisher.url,
          inRound < Math.min(3, kills - killed) ? anyKill(left) : undefined,
        ))
        for (const task of childTasks)
          if (before.has(taskKey(task)))
            assert.equal(countOf(pathOf(task)), requestCounts.get(taskKey(task)), `${taskKey(task)} was asked again`)
        if (isDone) continue
        inRound++
        const size = (await finishedTasks(folder)).size
        if (size > before.size && size < childTasks.length) middle++
      }
      killed += inRound
      assert.equal((await finishedTasks(folder)).size, childTasks.length)
      const needed = childTasks.reduce((sum, task) => sum + (isBroken(pathOf(task)) ? 2 : 1), 0)
      const extra = publisher.requests.length - needed
      assert.ok(extra >= 0 && extra <= inRound * hosts, `${extra} requests too many after ${inRound} kills`)
      repeated += extra
      assert.equal(readdirSync(join(folder, 'tmp')).length, 0)
      const files = readdirSync(join(folder, 'raw'), { recursive: true, withFileTypes: true })
      assert.equal(
        new Set(files.filter((file) => file.isFile()).map(({ name, parentPath }) => `${parentPath}/${name}`)).size,
        childTasks.length + hosts,
        'each answer is kept once, and the refusal of each publisher',
      )
      rmSync(folder, { recursive: true })
    }
    console.log(`${killed} kills, ${middle} in the middle: ${repeated} requests were on their way and made again`)
  } finally {
    await publisher.stop()
  }
})
