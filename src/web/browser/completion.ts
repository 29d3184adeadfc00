import { type Completion, type Completions, completionsAt, type SqlNames } from '../completion.ts'
import { html } from '../html.ts'
import type { Words } from '../words/words.ts'

/** Replaces a part of the text so that the reader can undo it; the caret stands behind the new part. */
export function replaceText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.focus()
  field.setSelectionRange(from, to)
  // Setting the value would end the list of what can be undone.
  if (!document.execCommand('insertText', false, text)) field.setRangeText(text, from, to, 'end')
}

/** Proposes names below the caret while the reader writes. */
export function attachCompletion(field: HTMLTextAreaElement, list: HTMLElement, words: Words['sql']['kinds']): void {
  let names: SqlNames | null = null
  let open: Completions | null = null
  let at = 0

  const readNames = async (): Promise<void> => {
    const response = names === null ? await fetch(field.dataset.names!).catch(() => null) : null
    if (response?.ok) names = (await response.json()) as SqlNames
  }
  const print = (): void => {
    list.hidden = open === null
    if (open === null) {
      field.removeAttribute('aria-activedescendant')
      return
    }
    const option = ({ kind, name, about }: Completion, i: number) =>
      html`<div role="option" id="sql-name-${i}" aria-selected="${String(i === at)}"><code>${name}</code><span class="dim">${about}</span><span class="tag">${words[kind]}</span></div>`
    list.innerHTML = html`${open.found.map(option)}`.text
    field.setAttribute('aria-activedescendant', `sql-name-${at}`)
    list.children[at]!.scrollIntoView({ block: 'nearest' })
  }
  const close = (): void => {
    open = null
    print()
  }
  /** Puts the list below the line of the caret, as far to the right as it has room. */
  const place = (from: number): void => {
    const lines = field.value.slice(0, from).split('\n')
    const { lineHeight, paddingTop, paddingLeft } = getComputedStyle(field)
    const top = Number.parseFloat(paddingTop) + lines.length * Number.parseFloat(lineHeight) - field.scrollTop
    list.style.top = `${Math.min(top, field.clientHeight)}px`
    list.style.left = `max(0px, min(${lines.at(-1)!.length}ch + ${paddingLeft} - ${field.scrollLeft}px, 100% - 28rem))`
  }
  const propose = (isWanted = false): void => {
    const { value, selectionStart, selectionEnd } = field
    open = names && selectionStart === selectionEnd ? completionsAt(names, value, selectionStart, isWanted) : null
    at = 0
    if (open) place(open.from)
    print()
  }
  const take = (chosen: number): void => {
    const { from, to, found } = open!
    const { kind, name } = found[chosen]!
    const isCall = kind === 'function' && field.value[to] !== '('
    close()
    replaceText(field, from, to, isCall ? `${name}(` : name)
  }

  field.addEventListener('focus', () => void readNames())
  if (document.activeElement === field) void readNames()
  field.addEventListener('input', () => propose())
  for (const name of ['blur', 'click']) field.addEventListener(name, close)
  // A long line scrolls while it is written.
  field.addEventListener('scroll', () => open && place(open.from))
  field.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, isComposing } = event
    if (isComposing) return
    if (key === ' ' && ctrlKey) {
      event.preventDefault()
      void readNames().then(() => propose(true))
    } else if (open === null) return
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      at = (at + (key === 'ArrowDown' ? 1 : -1) + open.found.length) % open.found.length
      print()
    } else if ((key === 'Enter' || key === 'Tab') && !ctrlKey && !metaKey && !event.shiftKey) {
      event.preventDefault()
      take(at)
    } else if (key === 'Escape') {
      event.preventDefault()
      close()
    } else if (/^(Arrow|Home|End|Page)/.test(key)) close()
  })
  // The field keeps the focus while a name is taken with the pointer.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const option = (event.target as Element).closest('[role="option"]')
    if (option && open) take([...list.children].indexOf(option))
  })
}
