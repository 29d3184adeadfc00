import { problem } from '../errors.ts'
import { addKey, listKeys } from '../store/keys.ts'
import { findUser } from '../store/users.ts'
import { type Account, type AccountTools, type AfterAnswer, refusalOf } from './accountTools.ts'
import { generateKey, type Shown, storedForm } from './keys.ts'
import type { Visitor } from './visitor.ts'

/** Verification of an address and reset of a password by a link that is sent to the address. */
export function createMailedLinks(tools: AccountTools) {
  const { database, now, pepper, attempts, hashing, served, record, acting, mailTo, afterAnswer } = tools
  const { sessions, accountOfUser } = tools
  return {
    async requestReset(visitor: Visitor, email: string): Promise<AfterAnswer> {
      await attempts.reset(visitor.address)
      const api = await sessions(visitor)
      return afterAnswer(async () => {
        const user = await findUser(database, { email })
        if (!user) return
        await record(visitor, { action: 'password.reset-request', userId: user.id })
        await mailTo(email, visitor, () => api.requestPasswordReset({ body: { email } }))
      })
    },
    async confirmReset(visitor: Visitor, token: string, next: string): Promise<void> {
      const api = await sessions(visitor)
      const done = await attempts.token(visitor.address, () =>
        // Only a valid token causes a hash, and it is used up by then.
        hashing.of(
          visitor.address,
          () =>
            served.run(visitor, () => api.resetPassword({ body: { token, newPassword: next } }).catch(tokenRefused)),
          true,
        ),
      )
      if (!done) throw problem('invalid_token', [])
    },
    /** The key is null where the account has one already. */
    async verify(visitor: Visitor, token: string): Promise<{ account: Account; key: Shown | null }> {
      const api = await sessions(visitor)
      const done = await attempts.token(visitor.address, () =>
        served.run(visitor, () => api.verifyEmail({ query: { token } }).then(() => true, tokenRefused)),
      )
      if (!done) throw problem('invalid_token', [])
      const user = await findUser(database, { email: emailOf(token) })
      if (!user) throw problem('invalid_token', [])
      const account = await accountOfUser(user)
      // The link may be opened again: a user who revoked every key must not get another by an old message.
      if ((await listKeys(database, user.id)).length > 0) return { account, key: null }
      const key = generateKey()
      const first = await addKey(acting(visitor), user.id, storedForm(pepper, key, 'first key'), now().toISOString(), 1)
      return { account, key: first && { id: first.id, name: first.name, key } }
    },
    async requestVerify(visitor: Visitor, email: string): Promise<AfterAnswer> {
      await attempts.reset(visitor.address)
      const api = await sessions(visitor)
      return afterAnswer(async () => {
        const user = await findUser(database, { email })
        if (user && !user.isVerified) await mailTo(email, visitor, () => api.sendVerificationEmail({ body: { email } }))
      })
    },
  }
}

function tokenRefused(error: unknown): null {
  if (['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND'].includes(refusalOf(error) ?? '')) return null
  throw error
}

/** The e-mail address in a verified token. */
const emailOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email
