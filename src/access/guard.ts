import type { Tier } from '../catalogue/dataset.ts'
import { type Code, type Problem, problem } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { hashKey, isWellFormed } from './keys.ts'

/** Who is asking. */
type Caller = { readonly userId: number; readonly keyId: number; readonly tier: Tier }

export type Guard = {
  /** The caller of a request; throws 401 with its cause. */
  readonly identify: (authorization: string | undefined) => Caller
}

const refused = (code: Extract<Code, 'missing_key' | 'malformed_key' | 'invalid_key' | 'revoked_key'>): Problem =>
  problem(code, [], {
    headers: {
      'WWW-Authenticate': `Bearer realm="formosa"${code === 'missing_key' ? '' : ', error="invalid_token"'}`,
    },
  })

const mostRemembered = 10_000
const lookMs = 500

/** Remembers callers until the control plane changes, so that a known key costs a look into a map. */
export function createGuard(store: Store, pepper: Buffer): Guard {
  const known = new Map<string, Caller>()
  let revision = store.revision()
  let nextLook = 0

  function refresh(): void {
    const now = performance.now()
    if (now < nextLook) return
    nextLook = now + lookMs
    const latest = store.revision()
    if (latest !== revision) known.clear()
    revision = latest
  }

  return {
    identify(authorization) {
      if (authorization === undefined || authorization === '') throw refused('missing_key')
      refresh()
      const remembered = known.get(authorization)
      if (remembered) return remembered
      const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
      if (key === undefined || !isWellFormed(key)) throw refused('malformed_key')
      const found = store.findKey(hashKey(pepper, key))
      if (!found) throw refused('invalid_key')
      if (found.key.revokedAt !== null) throw refused('revoked_key')
      const caller = { userId: found.user.id, keyId: found.key.id, tier: found.user.tier }
      if (known.size >= mostRemembered) known.clear()
      known.set(authorization, caller)
      return caller
    },
  }
}
