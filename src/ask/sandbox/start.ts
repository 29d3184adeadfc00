import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { moduleFile } from '../../moduleFile.ts'
import { SandboxError, type SandboxFault } from './errors.ts'
import type { Answer, FromChild, Question, ToChild } from './messages.ts'

/** A process that answers one question at a time. */
export type Child = {
  readonly pid: number | undefined
  /** Rejects where the process ends before it has opened its tables. */
  readonly ready: Promise<{ isRoot: boolean }>
  /** The answer, and the memory the process holds after it. */
  readonly ask: (question: Question, options: AskOptions) => Promise<{ answer: Answer; rss: number }>
  readonly end: () => void
  readonly ended: Promise<void>
  /** The end of what it wrote before it ended. */
  readonly lastWords: () => string
}
type AskOptions = { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined }

/**
 * No core file, no byte written to any file, and no more memory than said. What V8 sets aside for machine code counts
 * though it is hardly used, so it comes on top.
 */
const limits = 'ulimit -c 0 && ulimit -f 0 && ulimit -d "$1" && shift && exec "$@"'
const setAside = 512 * 1024 ** 2

const heapMegabytes = 96
const startMs = 30_000
/** What an answer may be beyond its rows. */
const envelopeBytes = 65_536

export function startChild(terms: Extract<ToChild, { kind: 'open' }>, folder: string): Child {
  const kilobytes = String(Math.ceil((terms.memoryBytes + setAside) / 1024))
  const node = [process.execPath, '--no-warnings', `--max-old-space-size=${heapMegabytes}`]
  const child = spawn(
    '/bin/sh',
    ['-c', limits, 'sh', kilobytes, ...node, moduleFile(import.meta.dirname, 'child')],
    // Nothing of the service's settings and secrets.
    { cwd: folder, env: {}, stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  )
  let why: SandboxError | undefined
  let waiting: { hear: (message: FromChild) => void; fail: (error: Error) => void } | undefined
  let held: Buffer[] = []
  let room = envelopeBytes
  let words = ''

  const kill = (fault: SandboxFault, message: string) => {
    why ??= new SandboxError(fault, message)
    child.kill('SIGKILL')
  }

  /** Sends a message and waits for the one that comes back, which may have so many bytes. */
  const exchange = (message: ToChild, bytes: number): Promise<FromChild> =>
    new Promise((hear, fail) => {
      waiting = { hear, fail }
      room = bytes + envelopeBytes
      child.stdin!.write(`${JSON.stringify(message)}\n`)
    })

  function hear(line: string): void {
    // The answer of a killed process is dropped: its question fails when the process ends, and it gets no other.
    if (why) return
    let message: FromChild
    try {
      message = JSON.parse(line)
    } catch {
      kill('crashed', 'it said something that cannot be read')
      return
    }
    waiting?.hear(message)
    waiting = undefined
  }

  const answers = child.stdio[3] as Readable
  answers.on('data', (chunk: Buffer) => {
    room -= chunk.length
    if (room < 0) {
      held = []
      kill('crashed', 'it said more than it may')
      return
    }
    held.push(chunk)
    if (chunk.at(-1) !== 0x0a) return
    const lines = Buffer.concat(held).toString().trimEnd().split('\n')
    held = []
    lines.forEach(hear)
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    words = (words + chunk).slice(-2_000)
  })
  for (const stream of [child.stdin!, child.stderr!, answers]) stream.on('error', () => {})

  const ended = new Promise<void>((resolve) => {
    const finish = (said: string, fault: SandboxFault) => {
      resolve()
      waiting?.fail(why ?? new SandboxError(fault, said))
      waiting = undefined
    }
    child.on('error', (error) => finish(`it could not be started: ${error.message}`, 'unavailable'))
    child.on('close', (code, signal) =>
      finish(`it ended with ${signal ?? code}`, signal === 'SIGKILL' ? 'lost' : 'crashed'),
    )
  })

  async function open(): Promise<{ isRoot: boolean }> {
    const timer = setTimeout(() => kill('unavailable', 'it took too long to start'), startMs)
    try {
      const message = await exchange(terms, 0)
      if (message.kind === 'ready') return message
      kill('unavailable', `it cannot open its tables: ${message.kind === 'fault' ? message.message : ''}`)
      throw why
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    pid: child.pid,
    ready: open(),
    ended,
    end: () => kill('closed', 'it was ended'),
    lastWords: () => words,
    async ask(question, { deadlineMs, signal }) {
      const abort = () => kill('aborted', 'nobody waits for the answer')
      const timer = setTimeout(() => kill('deadline', `it took longer than ${deadlineMs} ms`), deadlineMs)
      signal?.addEventListener('abort', abort, { once: true })
      try {
        const message = await exchange({ kind: 'ask', ...question }, question.maxBytes)
        if (message.kind === 'fault') throw new SandboxError(message.fault, message.message, undefined, message)
        if (message.kind !== 'answer') throw new SandboxError('crashed', 'it did not answer')
        const { kind: _, rss, ...answer } = message
        return { answer, rss }
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}
