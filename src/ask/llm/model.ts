import { setTimeout as sleep } from 'node:timers/promises'
import { SettingError } from '../../errors.ts'
import { type Budget, type Cap, createBudget, type Usage } from './budget.ts'
import { ModelError } from './errors.ts'
import { type Posted, post, Unheard } from './post.ts'
import type { Request } from './protocol.ts'
import { type Provider, protocols, type Read, readReply } from './reply.ts'

export type ModelSettings = {
  readonly provider: Provider
  /** Of the server, with or without `/v1`. */
  readonly address: string
  readonly model: string
  /** None for a server of one's own that asks for none. */
  readonly key?: string
  /** For one exchange; a question may need several. */
  readonly timeoutMs: number
  readonly cap: Cap
  /** Questions that are with the model at once. */
  readonly atOnce: number
}

/** A model somewhere else, asked one thing at a time; throws `ModelError`. */
export type Model = {
  readonly name: string
  readonly ask: (request: Omit<Request, 'model'>, until: Until) => Promise<Reply>
  readonly spent: Budget['spent']
}
type Reply = Extract<Read, { kind: 'reply' }>
type Answered = { readonly posted: Posted; readonly read: Read }
type Until = { readonly deadline: number; readonly signal?: AbortSignal | undefined }
type Log = { readonly warn: (fields: object, message: string) => void }

const retries = 3
const pauseMs = 250

/** `http://host:11434`, `…/v1` and the endpoint itself all lead to the endpoint. */
function endpointOf(address: string, path: string): string {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new SettingError('The address of the language model is not a URL.')
  }
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw new SettingError('The address of the language model must be http or https, with the key set apart from it.')
  const base = url.pathname.replace(/\/+$/, '')
  if (!base.endsWith(path)) url.pathname = /\/v\d+\w*$/.test(base) ? base + path : `${base}/v1${path}`
  return url.href
}

/** More than it will be: a token is seldom shorter than two bytes and a half. */
const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 2.5)

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500
/** The server does not know a part of the request: another form of it may do. */
const isForm = (status: number): boolean => status === 400 || status === 422

export function createModel(settings: ModelSettings, log: Log, now: () => number): Model {
  const protocol = protocols[settings.provider]
  const url = endpointOf(settings.address, protocol.path)
  const headers = protocol.headers(settings.key)
  const budget = createBudget(settings.cap, now)
  /** The form of the request that the server took last. */
  let form = 0
  let asking = 0

  /** One exchange, paid for whatever comes of it unless the other side says that it did nothing. */
  async function exchange(body: string, most: Usage, { deadline, signal }: Until): Promise<Answered> {
    const timeoutMs = Math.min(settings.timeoutMs, deadline - Date.now())
    if (timeoutMs <= 0) throw new Unheard('it took too long')
    const reserved = budget.reserve(most)
    try {
      const posted = await post(url, headers, body, { timeoutMs, signal })
      if (posted.status >= 300) {
        reserved.release()
        return { posted, read: { kind: 'not_protocol' } }
      }
      const read = readReply(settings.provider, posted.body.toString())
      if (read.kind === 'not_json') throw new Unheard('the answer is not JSON')
      reserved.settle((read.kind === 'reply' ? read.usage : null) ?? most)
      return { posted, read }
    } finally {
      reserved.settle(most)
    }
  }

  /** Tries again while the trouble may pass and there is time. */
  async function insist(body: string, most: Usage, until: Until): Promise<Answered> {
    for (let n = 0; ; n++) {
      const failed = await exchange(body, most, until).then(
        (answered) => (isPassing(answered.posted.status) ? answered.posted : { answered }),
        (error) => {
          if (until.signal?.aborted) throw new ModelError('aborted', 'nobody waits for the answer')
          if (error instanceof Unheard) return error
          throw error
        },
      )
      if ('answered' in failed) return failed.answered
      const said = failed instanceof Unheard ? undefined : failed
      const pause = (said?.retryAfterSeconds ?? 0) * 1000 || pauseMs * 2 ** n * (0.8 + 0.4 * Math.random())
      log.warn({ status: said?.status, fault: said ? undefined : (failed as Unheard).message }, 'the model failed')
      if (n + 1 >= retries || Date.now() + pause >= until.deadline)
        throw new ModelError('unavailable', 'the model cannot be reached', Math.max(1, Math.ceil(pause / 1000)))
      await sleep(pause, undefined, until.signal ? { signal: until.signal } : {}).catch(() => {
        throw new ModelError('aborted', 'nobody waits for the answer')
      })
    }
  }

  async function ask(request: Omit<Request, 'model'>, until: Until): Promise<Reply> {
    const bodies = protocol.bodies({ ...request, model: settings.model })
    for (let tried = form; ; tried++) {
      const body = JSON.stringify(bodies[tried])
      const most = { input: tokensOf(body), output: request.maxTokens }
      const { posted, read } = await insist(body, most, until)
      if (posted.status < 300) {
        if (read.kind !== 'reply') throw new ModelError('misconfigured', 'the server does not speak this protocol')
        form = tried
        return read
      }
      if (isForm(posted.status) && tried + 1 < bodies.length) continue
      log.warn({ status: posted.status }, 'the model refused the request')
      throw new ModelError('misconfigured', `the server answered ${posted.status}: look at the address, key and model`)
    }
  }

  return {
    name: `${settings.provider}/${settings.model}`,
    spent: budget.spent,
    async ask(request, until) {
      if (asking >= settings.atOnce) throw new ModelError('busy', 'too many questions are with the model', 5)
      asking++
      try {
        return await ask(request, until)
      } finally {
        asking--
      }
    },
  }
}
