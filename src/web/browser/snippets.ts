import { ownKey } from './ownKey.ts'

/** Puts the reader's key into the snippets, where this tab knows it. It is never put into an address. */

const key = ownKey()
if (key !== null && /^[\w-]+$/.test(key))
  for (const place of document.querySelectorAll<HTMLElement>('[data-key]')) {
    // A key has neither quotes nor backslashes, so that either kind of quotes will do.
    const quote = place.closest('[data-quote]')?.getAttribute('data-quote') ?? '"'
    place.textContent = place.dataset.key === 'quoted' ? `${quote}${key}${quote}` : key
  }
