import { taipei } from '../format.ts'
import { type Html, html } from '../html.ts'
import { fill, find, refusalOf, texts } from './accountParts.ts'
import { call, type Reply } from './call.ts'

type Webhook = {
  readonly id: number
  readonly url: string
  readonly types: string
  readonly datasets: string
  readonly status: keyof typeof texts.webhookStatus
  readonly delivered_at: string | null
  readonly last_error: string | null
  readonly secret?: string
}

type Task = 'resume' | 'rotate' | 'remove'

/** The webhook that is removed by the next press. */
let removing: number | null = null
let webhooks: readonly Webhook[] = []

const button = (task: Task, { id, url }: Webhook): Html => {
  const text = task === 'remove' && removing === id ? texts.removeAsk : texts[task]
  const kind = task === 'remove' ? 'plain warn' : 'plain'
  return html`<button type="button" class="${kind}" data-webhook-task="${task}" data-id="${id}" aria-label="${text}: ${url}">${text}</button>`
}

const rowOf = (webhook: Webhook): Html => {
  const { url, types, datasets, status, delivered_at, last_error } = webhook
  const error = last_error === null ? null : html`<span class="sub">${last_error}</span>`
  const resume = status === 'active' ? null : button('resume', webhook)
  return html`<tr><td><code>${url}</code></td><td>${types}<span class="sub">${datasets}</span></td><td>${texts.webhookStatus[status]}${error}</td><td class="number">${
    delivered_at === null ? texts.never : taipei(delivered_at)
  }</td><td class="number"><span class="key-tasks">${resume}${button('rotate', webhook)}${button('remove', webhook)}</span></td></tr>`
}

function draw(): void {
  find('webhooks').innerHTML =
    webhooks.length === 0
      ? html`<tr><td colspan="5" class="dim">${texts.noWebhooks}</td></tr>`.text
      : html`${webhooks.map(rowOf)}`.text
}

/** Reads the webhooks and lists them. */
export async function showWebhooks(): Promise<void> {
  const answer = await call<{ readonly webhooks: readonly Webhook[] }>('/v1/webhooks')
  if (answer.isOk) {
    webhooks = answer.body.webhooks
    draw()
  } else if (answer.status !== 401)
    find('webhooks').innerHTML = html`<tr><td colspan="5" class="fault">${refusalOf(answer)}</td></tr>`.text
}

function say(text: string): void {
  const line = find('webhooks-said')
  line.textContent = text
  line.hidden = false
  line.focus()
}

const saySecret = ({ id, secret = '' }: Webhook): void => say(fill(texts.webhookSecret, { id, secret }))

export async function createWebhook(body: unknown): Promise<Reply<Webhook>> {
  const answer = await call<Webhook>('/v1/webhooks', { method: 'POST', body })
  if (answer.isOk) {
    await showWebhooks()
    saySecret(answer.body)
  }
  return answer
}

async function run(task: Task, id: number): Promise<void> {
  if (task === 'remove' && removing !== id) {
    removing = id
    draw()
    find('webhooks').querySelector<HTMLElement>(`[data-webhook-task="remove"][data-id="${id}"]`)?.focus()
    return
  }
  removing = null
  const path = `/v1/webhooks/${id}`
  const answer =
    task === 'rotate'
      ? await call<Webhook>(`${path}/rotate`, { method: 'POST', body: {} })
      : task === 'remove'
        ? await call<Webhook>(path, { method: 'DELETE', body: {} })
        : await call<Webhook>(path, { method: 'PATCH', body: { status: 'active' } })
  await showWebhooks()
  if (!answer.isOk) say(refusalOf(answer))
  else if (task === 'rotate') saySecret(answer.body)
  else say(fill(task === 'remove' ? texts.webhookRemoved : texts.webhookResumed, { id }))
}

/** Attaches the buttons of the list. */
export function attachWebhooks(): void {
  find('webhooks').addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest<HTMLElement>('[data-webhook-task]')
    if (pressed) void run(pressed.dataset.webhookTask as Task, Number(pressed.dataset.id))
  })
}
