/** What every page does where scripts run: copy buttons, the key for the search field, charts. */

addEventListener('click', async (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('.copy')
  if (!button) return
  const of = button.dataset.of
  const source = of === undefined ? button.parentElement?.querySelector('code, pre') : document.getElementById(of)
  try {
    await navigator.clipboard.writeText(source?.textContent?.trim() ?? '')
  } catch {
    // Without the right to write, the text is selected for the reader to copy.
    if (source) getSelection()?.selectAllChildren(source)
    return
  }
  const before = button.textContent
  button.textContent = button.dataset.done ?? before
  setTimeout(() => {
    button.textContent = before
  }, 1_200)
})

const isTyping = (): boolean => /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')

addEventListener('keydown', (event) => {
  const find = document.querySelector<HTMLInputElement>('[data-find]')
  if (event.key !== '/' || !find || isTyping()) return
  event.preventDefault()
  find.focus()
})

if (document.querySelector('[data-figure]'))
  void import('./figures.ts').then(({ drawFigures }) => drawFigures(document))
if (document.querySelector('[data-find="hits"]')) void import('./search.ts').then(({ attachSearch }) => attachSearch())
