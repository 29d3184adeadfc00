import { number } from '../format.ts'
import { html } from '../html.ts'
import type { Words } from '../words/words.ts'
import { callWithKey } from './call.ts'
import { keepKey, ownKey } from './ownKey.ts'

/** The field for the key, and the calls that are left of the hour. */
export function attachKeyBox(words: Words['calls']): void {
  const box = document.querySelector<HTMLElement>('[data-key-box]')
  const quota = document.querySelector<HTMLElement>('[data-quota]')
  if (!box || !quota) return
  const state = box.querySelector<HTMLElement>('[data-key-state]')!
  const entry = box.querySelector<HTMLElement>('[data-key-entry]')!
  const input = box.querySelector<HTMLInputElement>('input')!
  const use = box.querySelector<HTMLButtonElement>('[data-key-use]')!
  const forget = box.querySelector<HTMLButtonElement>('[data-key-forget]')!

  const showQuota = (left: number, limit: number): void => {
    const used = limit - left
    quota.innerHTML =
      html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${words.used} ${number(used)}"><rect class="rest" width="100" height="6"/><rect class="mark" width="${((100 * used) / limit).toFixed(2)}" height="6"/></svg><div class="ends"><span>${words.used} <b>${number(used)}</b></span><span>${words.left(number(left), number(limit))}</span></div>`.text
  }

  const show = async (): Promise<void> => {
    const key = ownKey()
    entry.hidden = key !== null
    use.hidden = key !== null
    forget.hidden = key === null
    if (key === null) {
      state.textContent = words.keyNone
      quota.textContent = words.quotaUnknown
      return
    }
    state.textContent = words.keyEnds(key.slice(-4))
    const { status, body } = await callWithKey('/v1/key/info')
    const info = body as {
      detail?: string
      remaining_this_hour: number
      rate_limit_per_hour: number
      tier: string
    } | null
    if (status === 200) {
      state.textContent = `${words.keyEnds(key.slice(-4))}, ${info!.tier}`
      showQuota(info!.remaining_this_hour, info!.rate_limit_per_hour)
    } else {
      state.textContent = info?.detail ?? words.noAnswer
      if (status === 401) {
        entry.hidden = false
        use.hidden = false
      }
    }
  }
  const take = (): void => {
    const key = input.value.trim()
    if (key === '') return
    input.value = ''
    keepKey(key)
  }
  use.addEventListener('click', take)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') take()
  })
  forget.addEventListener('click', () => keepKey(null))
  addEventListener('key', () => void show())
  addEventListener('answered', (event) => {
    const headers = (event as CustomEvent<Record<string, string>>).detail
    const left = headers['x-ratelimit-remaining']
    const limit = headers['x-ratelimit-limit']
    if (left !== undefined && limit !== undefined && ownKey() !== null) showQuota(Number(left), Number(limit))
  })
  void show()
}
