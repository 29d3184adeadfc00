/** The reader's key, kept for this tab alone; storage may be forbidden, and it then lasts as long as the page. */
const name = 'formosa.key'
let held: string | null = null

export function ownKey(): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return held
  }
}

/** Keeps the key, or forgets it; parts of the page that show it hear of the change. */
export function keepKey(key: string | null): void {
  held = key
  try {
    if (key === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, key)
  } catch {}
  dispatchEvent(new Event('key'))
}
