/* Theme and colours of direction, as the reader chose them. Runs before the first paint, so it is no module. */
;(() => {
  const root = document.documentElement
  const values: Readonly<Record<string, readonly [string, string]>> = {
    theme: ['light', 'dark'],
    updown: ['tw', 'intl'],
  }
  // Storage may be forbidden; a choice then lasts as long as the page.
  const kept = (name: string): string | null => {
    try {
      return localStorage.getItem(`formosa.${name}`)
    } catch {
      return null
    }
  }
  const keep = (name: string, value: string): void => {
    try {
      localStorage.setItem(`formosa.${name}`, value)
    } catch {}
  }
  const standard = (name: string): string =>
    name === 'theme' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : values[name]![0]
  for (const name of Object.keys(values)) {
    const value = kept(name)
    if (value !== null && values[name]!.includes(value)) root.dataset[name] = value
  }
  const press = (): void => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-choice]')) {
      const name = button.dataset.choice!
      button.setAttribute('aria-pressed', String((root.dataset[name] ?? standard(name)) === values[name]![1]))
    }
  }
  addEventListener('DOMContentLoaded', press)
  addEventListener('click', (event) => {
    const name = (event.target as Element).closest<HTMLElement>('[data-choice]')?.dataset.choice
    if (name === undefined) return
    const now = root.dataset[name] ?? standard(name)
    const next = values[name]!.find((value) => value !== now)!
    root.dataset[name] = next
    keep(name, next)
    press()
    dispatchEvent(new CustomEvent('choice'))
  })
})()
