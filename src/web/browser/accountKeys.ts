import { number, taipei } from '../format.ts'
import { type Html, html } from '../html.ts'
import { fill, find, refusalOf, texts } from './accountParts.ts'
import { call, type Reply } from './call.ts'
import { keepKey, ownKey } from './ownKey.ts'

export type Key = {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly last4: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly is_application: boolean
}

type MadeKey = Key & { readonly key: string; readonly replaces?: Key }

type Task = 'rename' | 'rotate' | 'revoke'

const day = (instant: string): string => taipei(instant).slice(0, 10)

let keys: readonly Key[] = []
/** The key whose name, successor or end is being decided. */
let open: { readonly id: number; readonly task: Task } | null = null
let onMade: (key: string) => void = () => {}
let onChange: () => void = () => {}

const isLive = ({ expires_at, revoked_at }: Key): boolean =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > Date.now())

const button = (task: Task, { id, name }: Key, kind = 'plain'): Html =>
  html`<button type="button" class="${kind}" data-key-task="${task}" data-id="${id}" aria-label="${texts[task]}: ${name}">${texts[task]}</button>`

/** The controls of a decision, in a row below the key. */
function decision(key: Key, task: Task): Html {
  const id = `key-${key.id}-${task}`
  const controls =
    task === 'rename'
      ? html`<div class="field"><label for="${id}">${fill(texts.newName, { name: key.name })}</label><input id="${id}" name="name" type="text" autocomplete="off" required maxlength="64" value="${key.name}" aria-describedby="${id}-note"><span id="${id}-note" class="small dim"></span></div>`
      : task === 'rotate'
        ? html`<div class="field"><label for="${id}">${texts.overlap}</label><select id="${id}" name="overlap_seconds">${Object.entries(texts.overlaps).map(([seconds, text]) => html`<option value="${seconds}"${seconds === '86400' ? html` selected` : null}>${text}</option>`)}</select></div>`
        : html`<p>${fill(texts.revokeAsk, { name: key.name, last4: key.is_application ? texts.application : `…${key.last4}` })}</p>`
  const main = task === 'rename' ? texts.save : texts[task]
  return html`<tr class="decision"><td colspan="5"><form class="form" data-decide="${task}" data-id="${key.id}">${controls}<p class="fault" role="alert" hidden></p><div class="actions"><button type="submit" class="${task === 'revoke' ? 'warning' : 'main-action'}">${main}</button><button type="button" data-key-task="cancel">${texts.cancel}</button></div></form></td></tr>`
}

/** Its first and last characters; nobody holds the key of an application. */
const shown = ({ prefix, last4, is_application }: Key): Html =>
  is_application ? html`${texts.application}` : html`<code>${prefix}…${last4}</code>`

const rowOf = (key: Key): Html =>
  html`<tr><td>${key.name}${
    key.expires_at === null
      ? null
      : html`<span class="sub">${fill(texts.until, { time: taipei(key.expires_at) })}</span>`
  }</td><td>${shown(key)}</td><td class="number">${day(key.created_at)}</td><td class="number">${
    key.last_used_at === null ? texts.never : taipei(key.last_used_at)
  }</td><td class="number"><span class="key-tasks">${button('rename', key)}${key.expires_at === null && !key.is_application ? button('rotate', key) : null}${button('revoke', key, 'plain warn')}</span></td></tr>${
    open?.id === key.id ? decision(key, open.task) : null
  }`

const oldRow = (key: Key): Html =>
  html`<tr><td>${key.name}</td><td>${shown(key)}</td><td class="number dim">${
    key.revoked_at === null
      ? fill(texts.expiredOn, { time: day(key.expires_at!) })
      : fill(texts.revokedOn, { time: day(key.revoked_at) })
  }</td></tr>`

function draw(): void {
  const live = keys.filter(isLive)
  const old = keys.filter((key) => !isLive(key))
  find('keys').innerHTML =
    live.length === 0
      ? html`<tr><td colspan="5" class="dim">${texts.noKeys}</td></tr>`.text
      : html`${live.map(rowOf)}`.text
  find('old-keys').innerHTML =
    old.length === 0
      ? ''
      : html`<details><summary class="small dim">${fill(texts.oldKeys, { n: old.length })}</summary><table class="tight"><tbody>${old.map(oldRow)}</tbody></table></details>`
          .text
  const most = document.querySelector<HTMLElement>('[data-most]')!
  most.textContent = `${number(live.length)} / ${most.dataset.most}`
}

/** Reads the keys and lists them. */
export async function showKeys(): Promise<Reply<{ readonly keys: readonly Key[] }>> {
  const answer = await call<{ readonly keys: readonly Key[] }>('/v1/keys')
  if (answer.isOk) {
    keys = answer.body.keys
    draw()
  } else if (answer.status !== 401)
    find('keys').innerHTML = html`<tr><td colspan="5" class="fault">${refusalOf(answer)}</td></tr>`.text
  return answer
}

function tellKeys(text: string, isFocused: boolean): void {
  const line = find('keys-said')
  line.textContent = text
  line.hidden = false
  if (isFocused) line.focus()
}

/** Forgets the key of this tab where it is the one that ended. */
function forget({ last4 }: Key): void {
  if (ownKey()?.endsWith(last4)) keepKey(null)
}

export async function createKey(body: unknown): Promise<Reply<MadeKey>> {
  const answer = await call<MadeKey>('/v1/keys', { method: 'POST', body })
  if (answer.isOk) {
    tellKeys(fill(texts.created, { name: answer.body.name }), false)
    onMade(answer.body.key)
    await showKeys()
  }
  return answer
}

async function decide(form: HTMLFormElement, task: Task, id: number): Promise<void> {
  const values = new FormData(form)
  const path = `/v1/keys/${id}`
  const answer =
    task === 'rename'
      ? await call<MadeKey>(path, { method: 'PATCH', body: { name: values.get('name') } })
      : task === 'rotate'
        ? await call<MadeKey>(`${path}/rotate`, {
            ...{ method: 'POST', body: { overlap_seconds: Number(values.get('overlap_seconds')) } },
          })
        : await call<MadeKey>(path, { method: 'DELETE', body: {} })
  if (!answer.isOk) {
    const line = form.querySelector<HTMLElement>('[role="alert"]')!
    line.textContent = refusalOf(answer)
    line.hidden = false
    return
  }
  open = null
  await showKeys()
  const { name, replaces, key } = answer.body
  if (task === 'rename') tellKeys(fill(texts.renamed, { name }), true)
  else if (task === 'revoke') {
    forget(answer.body)
    tellKeys(fill(texts.revoked, { name }), true)
    onChange()
  } else {
    const isOver = values.get('overlap_seconds') === '0'
    tellKeys(fill(isOver ? texts.rotatedNow : texts.rotated, { name, time: taipei(replaces!.expires_at!) }), false)
    onMade(key)
  }
}

/** Attaches the buttons of the list. `made` is called with each new key, `changed` when one ended. */
export function attachKeys(made: (key: string) => void, changed: () => void): void {
  onMade = made
  onChange = changed
  const list = find('keys')
  const close = (): void => {
    const last = open
    open = null
    draw()
    if (last) list.querySelector<HTMLElement>(`[data-key-task="${last.task}"][data-id="${last.id}"]`)?.focus()
  }
  list.addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest<HTMLElement>('[data-key-task]')
    if (!pressed) return
    const task = pressed.dataset.keyTask as Task | 'cancel'
    if (task === 'cancel') return close()
    find('keys-said').hidden = true
    open = { id: Number(pressed.dataset.id), task }
    draw()
    list.querySelector<HTMLElement>('.decision input, .decision select, .decision [data-key-task="cancel"]')?.focus()
  })
  list.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && open) close()
  })
  list.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    void decide(form, form.dataset.decide as Task, Number(form.dataset.id))
  })
}
