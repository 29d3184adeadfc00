import { number, taipei } from '../format.ts'
import { html } from '../html.ts'
import type { View } from '../views/account.ts'
import { attachKeys, createKey, showKeys } from './accountKeys.ts'
import {
  type Account,
  clearFaults,
  fill,
  find,
  hasInvalid,
  refusalOf,
  root,
  showFaults,
  tell,
  texts,
} from './accountParts.ts'
import { showPlan, showUsage } from './accountUsage.ts'
import { attachWebhooks, createWebhook, showWebhooks } from './accountWebhooks.ts'
import { call, type Reply } from './call.ts'
import { keepKey, ownKey } from './ownKey.ts'

type FirstKey = { readonly key: string }

const address = new URL(location.href)
const linkName = 'formosa.link'

/**
 * The token of a link in a message. It leaves the address at once, where it could be copied or kept; this tab remembers
 * it until it is used, so that the page may be loaded again or read in the other language.
 */
function takeToken(): string | null {
  const given = address.searchParams.get('token')
  if (given !== null) {
    address.searchParams.delete('token')
    history.replaceState(null, '', address)
  }
  try {
    if (given !== null) sessionStorage.setItem(linkName, given)
    return sessionStorage.getItem(linkName)
  } catch {
    return given
  }
}

function forgetToken(): void {
  token = null
  try {
    sessionStorage.removeItem(linkName)
  } catch {}
}

let token = takeToken()
/** The address of the last sign-up, for another message. */
let signedUpAs = ''

const part = (name: View): HTMLElement => root.querySelector<HTMLElement>(`[data-view="${name}"]`)!

function show(name: View): void {
  for (const one of root.querySelectorAll<HTMLElement>('[data-view]')) one.hidden = one.dataset.view !== name
  document.querySelector<HTMLElement>('[data-action="sign-out"]')!.hidden = name !== 'in'
  find('account-title').textContent = name === 'verify' || name === 'reset' ? texts.titles[name] : texts.titles.other
}

/** The task of a link is done: the address is that of the page alone. */
function leaveTask(): void {
  forgetToken()
  address.searchParams.delete('do')
  history.replaceState(null, '', address)
}

const setFact = (name: string, text: string): void => {
  for (const one of document.querySelectorAll(`[data-fact="${name}"]`)) one.textContent = text
}

function showAccount({ email, tier, created_at }: Account): void {
  setFact('email', email)
  setFact('tier', texts.tiers[tier])
  setFact('datasets', `${texts.datasets[tier]} / ${texts.most}`)
  setFact('since', taipei(created_at).slice(0, 10))
  for (const head of document.querySelectorAll<HTMLElement>('[data-plan]')) {
    const isOwn = head.dataset.plan === tier
    head.toggleAttribute('aria-current', isOwn)
    head.title = isOwn ? texts.current : ''
  }
  for (const pressed of document.querySelectorAll<HTMLButtonElement>('[data-action="buy"]'))
    pressed.disabled = pressed.dataset.tier === tier
  for (const input of document.querySelectorAll<HTMLInputElement>('[autocomplete="username"][data-unsent]'))
    input.value = email
}

/** The line to paste has the key of this tab, where there is one. */
function showTry(): void {
  const key = ownKey()
  const line = find('try-line')
  line.dataset.text ??= line.textContent ?? ''
  line.textContent = key === null ? line.dataset.text : line.dataset.text.replace('$KEY', key)
  document.querySelector<HTMLElement>('[data-action="try"]')!.hidden = key === null
  document.querySelector<HTMLElement>('[data-try-note]')!.hidden = key !== null
}

/** Shows a key this once, and keeps it for this tab. */
function showNewKey(key: string): void {
  keepKey(key)
  find('new-key-text').textContent = key
  const notice = find('new-key')
  notice.hidden = false
  showTry()
  notice.focus()
  notice.scrollIntoView({ block: 'nearest' })
}

/** The session is gone: everything that was shown of the account goes too. */
function signedOut(text: string | null): void {
  keepKey(null)
  find('new-key').hidden = true
  find('new-key-text').textContent = ''
  find('tried').replaceChildren()
  showTry()
  setFact('email', '')
  show('out')
  const line = part('out').querySelector<HTMLElement>('[data-said]')!
  if (text === null) line.hidden = true
  else tell(line, text)
}

/** Reads everything that the page shows of an account. */
async function showAll(): Promise<void> {
  show('in')
  showTry()
  const me = await call<Account>('/v1/me')
  if (me.status === 401) return signedOut(texts.ended)
  if (me.isOk) showAccount(me.body)
  const [usage] = await Promise.all([showUsage(), showKeys(), showWebhooks()])
  if (usage.isOk) setFact('limit', `${number(usage.body.rate_limit_per_hour)} ${texts.unit}`)
}

/** A task of a form: its call, and what is shown when it succeeds. */
type Task = {
  readonly send: (values: Record<string, string>) => Promise<Reply>
  readonly done: (answer: Reply, values: Record<string, string>) => void | Promise<void>
}

const post = (path: string) => (body: unknown) => call(`/v1/${path}`, { method: 'POST', body })

const signIn = part('out')
const tellOut = (text: string): void => {
  show('out')
  tell(signIn.querySelector<HTMLElement>('[data-said]')!, text)
}

const tasks: Readonly<Record<string, Task>> = {
  'sign-up': {
    send: post('auth/sign-up'),
    async done({ status, body }, { email }) {
      if (status === 202) return showSent(email!)
      const made = body as { readonly account: Account; readonly key: FirstKey }
      showAccount(made.account)
      show('in')
      showNewKey(made.key.key)
      await showAll()
    },
  },
  'log-in': {
    send: post('auth/log-in'),
    async done() {
      const next = document.querySelector<HTMLAnchorElement>('#then')
      if (next) return location.assign(next.href)
      await showAll()
      find('account-title').focus()
    },
  },
  'request-reset': {
    send: post('auth/reset'),
    done: (_, { email }) => tellOut(fill(texts.sentIfKnown, { email: email! })),
  },
  verify: {
    send: () => post('auth/verify')({ token }),
    done({ body }) {
      leaveTask()
      const { key } = body as { readonly key: FirstKey | null }
      if (key === null) return tellOut(texts.verifiedNext)
      tellOut(texts.verified)
      // A verified address has a key but no session: the key is shown above the forms.
      showNewKey(key.key)
    },
  },
  reset: {
    send: (values) => post('auth/reset/confirm')({ token, ...values }),
    done() {
      leaveTask()
      tellOut(texts.passwordReset)
    },
  },
  'create-key': { send: (values) => createKey(values), done: () => {} },
  'create-webhook': { send: (values) => createWebhook(values), done: () => {} },
  'plan-calls': {
    send: ({ calls }) => call(`/v1/key/plan?calls=${encodeURIComponent(calls!)}`),
    done: ({ body }) => showPlan(body as Parameters<typeof showPlan>[0]),
  },
  'change-password': {
    send: post('auth/password'),
    done: () => tell(find('password-said'), texts.passwordChanged),
  },
}

function showSent(email: string): void {
  signedUpAs = email
  show('sent')
  const view = part('sent')
  view.querySelector('[data-email]')!.textContent = email
  view.querySelector<HTMLElement>('[data-said]')!.focus()
}

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input[name]:not([data-unsent])')].map((input) => [
      input.name,
      input.value,
    ]),
  )

root.addEventListener('submit', async (event) => {
  const form = event.target as HTMLFormElement
  const task = tasks[form.dataset.task ?? '']
  if (!task) return
  event.preventDefault()
  clearFaults(form)
  if (hasInvalid(form)) return
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')!
  const values = valuesOf(form)
  button.disabled = true
  const answer = await task.send(values)
  button.disabled = false
  if (answer.isOk) {
    form.reset()
    return task.done(answer, values)
  }
  if (answer.body.code === 'not_verified') return showSent(values.email!)
  if (answer.body.code === 'session_required') return signedOut(texts.ended)
  showFaults(form, answer)
})

/** Reads five rows with the key of this tab. */
async function tryKey(within: HTMLElement): Promise<void> {
  clearFaults(within)
  const answer = await call<{ readonly count: number; readonly data: readonly Record<string, unknown>[] }>(
    texts.example,
    { key: ownKey() ?? '' },
  )
  if (answer.status === 401) {
    keepKey(null)
    showTry()
  }
  if (!answer.isOk) return showFaults(within, answer)
  const { data, count } = answer.body
  const names = Object.keys(data[0] ?? {})
  const left = Number(answer.headers['x-ratelimit-remaining'])
  find('tried').innerHTML =
    html`<p class="small dim">${fill(texts.ran, { n: count, left: number(left) })}</p><div class="scroll" tabindex="0" role="region" aria-label="${texts.table}"><table class="rows tight"><thead><tr>${names.map((name) => html`<th scope="col"><code>${name}</code></th>`)}</tr></thead><tbody>${data.map((row) => html`<tr>${names.map((name) => html`<td>${row[name] === null ? 'null' : String(row[name])}</td>`)}</tr>`)}</tbody></table></div>`.text
  find('tried').focus()
  void showUsage()
}

/** Goes to a page of the payment service. */
async function leaveFor(within: HTMLElement, path: string, body: unknown): Promise<void> {
  clearFaults(within)
  const answer = await call<{ readonly url: string }>(`/v1/${path}`, { method: 'POST', body })
  if (answer.isOk) location.assign(answer.body.url)
  else showFaults(within, answer)
}

const actions: Readonly<Record<string, (button: HTMLElement) => void | Promise<void>>> = {
  async 'sign-out'() {
    const answer = await call('/v1/auth/log-out', { method: 'POST', body: {} })
    if (answer.isOk || answer.status === 401) signedOut(null)
    else tell(find('keys-said'), refusalOf(answer))
  },
  'sign-in'() {
    leaveTask()
    show('out')
    find('log-in-email').focus()
  },
  async 'send-again'() {
    const view = part('sent')
    clearFaults(view)
    const answer = await call('/v1/auth/verify/send', { method: 'POST', body: { email: signedUpAs } })
    if (answer.isOk) view.querySelector<HTMLElement>('[data-said]')!.focus()
    else showFaults(view, answer)
  },
  try: (button) => tryKey(button.closest<HTMLElement>('section')!),
  buy: (button) => leaveFor(button.closest<HTMLElement>('section')!, 'billing/checkout', { tier: button.dataset.tier }),
  portal: (button) => leaveFor(button.closest<HTMLElement>('section')!, 'billing/portal', {}),
}

addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-action]')
  if (button) void actions[button.dataset.action!]?.(button)
})

/** How often the calls are read again while the page is looked at. */
const lookMs = 30_000
/** How often a paid plan is looked for after a payment, and how many times. */
const paidMs = 3_000
const paidLooks = 20

async function awaitPlan(): Promise<void> {
  for (let look = 0; look < paidLooks; look++) {
    await new Promise((resolve) => setTimeout(resolve, paidMs))
    const me = await call<Account>('/v1/me')
    if (!me.isOk) return
    showAccount(me.body)
    if (me.body.tier !== 'free') return void showAll()
  }
}

attachKeys(showNewKey, showTry)
attachWebhooks()
const first = root.dataset.shown as View
if ((first === 'verify' || first === 'reset') && token === null) show('incomplete')
else if (first === 'in') {
  void showAll()
  if (address.searchParams.get('do') === 'paid') void awaitPlan()
}
setInterval(() => {
  if (document.visibilityState === 'visible' && !part('in').hidden) void showUsage()
}, lookMs)
