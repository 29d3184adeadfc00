import type { Tier } from '../../catalogue/dataset.ts'
import type { Words } from '../words/words.ts'
import type { Reply } from './call.ts'

/** Texts and facts that the page hands to its script. */
export type AccountTexts = Words['account']['script'] & {
  readonly language: 'en' | 'zh'
  readonly tiers: Readonly<Record<Tier, string>>
  readonly titles: { readonly verify: string; readonly reset: string; readonly other: string }
  readonly hour: string
  readonly days: string
  /** Datasets that each tier reads, and all of them. */
  readonly datasets: Readonly<Record<Tier, number>>
  readonly most: number
  readonly example: string
  readonly table: string
}

export type Account = {
  readonly user_id: number
  readonly email: string
  readonly tier: Tier
  readonly created_at: string
}

export const root = document.getElementById('account')!
export const texts = JSON.parse(root.querySelector('script')!.textContent!) as AccountTexts

export const find = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E

/** A text with its blanks filled in. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The sentence of an answer that is no success. */
export function refusalOf({ status, body }: Reply): string {
  if (status === 0) return texts.lost
  const detail = body.detail ?? String(status)
  return body.retry_after_seconds === undefined
    ? detail
    : `${detail} ${fill(texts.retry, { seconds: body.retry_after_seconds })}`
}

/** Shows a sentence and moves the focus to it. */
export function tell(line: HTMLElement, text: string): void {
  line.textContent = text
  line.hidden = false
  line.focus()
}

/** Removes the faults that an earlier answer named. */
export function clearFaults(form: HTMLElement): void {
  for (const line of form.querySelectorAll<HTMLElement>('[role="alert"]')) line.hidden = true
  for (const input of form.querySelectorAll<HTMLInputElement>('[aria-invalid]')) {
    input.removeAttribute('aria-invalid')
    const note = find(`${input.id}-note`)
    note.textContent = note.dataset.text ?? ''
    note.classList.remove('fault')
  }
}

/** Says beside a field why its value was refused. */
function markField(input: HTMLInputElement, reason: string): void {
  const note = find(`${input.id}-note`)
  note.dataset.text ??= note.textContent ?? ''
  note.textContent = reason
  note.classList.add('fault')
  input.setAttribute('aria-invalid', 'true')
}

/** Why a value cannot be right, in the language of the page: the browser's own sentences are in that of the browser. */
function reasonOf({ validity, type, minLength, maxLength, min, max }: HTMLInputElement): string {
  if (validity.valueMissing) return texts.invalid.missing
  if (validity.tooShort || validity.tooLong) return fill(texts.invalid.length, { min: minLength, max: maxLength })
  if (type === 'number') return fill(texts.invalid.number, { min, max })
  return texts.invalid.email
}

/** Marks the values that cannot be right; false where there is none. */
export function hasInvalid(form: HTMLFormElement): boolean {
  const inputs = [...form.querySelectorAll('input')].filter((input) => !input.validity.valid)
  for (const input of inputs) markField(input, reasonOf(input))
  inputs[0]?.focus()
  return inputs.length > 0
}

/** Says why an answer is no success: beside the fields that it names, and otherwise below them. */
export function showFaults(form: HTMLElement, answer: Reply): void {
  const named = (answer.body.errors ?? []).flatMap(({ param, reason }) => {
    const input = form.querySelector<HTMLInputElement>(`[name="${CSS.escape(param)}"]`)
    if (input) markField(input, reason)
    return input ? [input] : []
  })
  if (named[0]) {
    named[0].focus()
    return
  }
  const line = form.querySelector<HTMLElement>('[role="alert"]')!
  line.textContent = refusalOf(answer)
  line.hidden = false
  form.querySelector<HTMLElement>('input:not([data-unsent])')?.focus()
}
