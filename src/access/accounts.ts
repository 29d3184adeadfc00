import { randomBytes } from 'node:crypto'
import { problem } from '../errors.ts'
import { setPassword } from '../store/passwords.ts'
import { addUser, findUser } from '../store/users.ts'
import { type Account, type AccountOptions, type AfterAnswer, type Cookies, createTools } from './accountTools.ts'
import { generateKey, type Shown, storedForm } from './keys.ts'
import { createLogIns } from './logIns.ts'
import { createMailedLinks } from './mailedLinks.ts'
import { takenMail } from './messages.ts'
import { createAskProvider } from './oauth/askProvider.ts'
import { createConsents } from './oauth/consents.ts'
import { createTokens } from './oauth/tokens.ts'
import type { Visitor } from './visitor.ts'

type SignedUp = { readonly account: Account; readonly key: Shown; readonly cookies: Cookies }

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(options: AccountOptions) {
  const tools = createTools(options)
  const { database, now, pepper, baseUrl, post, requiresVerification, attempts, hashing, afterwards, log } = tools
  const { acting, mailTo, afterAnswer, sessions, accountOfUser } = tools
  const { enter, ...logIns } = createLogIns(tools)
  const askProvider = createAskProvider(tools)

  return {
    ...logIns,
    ...createMailedLinks(tools),
    ...createConsents(tools, askProvider),
    ...createTokens(tools, askProvider),
    /** Where mail is set up: the rest of the work, done after a response that is the same for any address. */
    async signUp(visitor: Visitor, email: string, password: string): Promise<SignedUp | AfterAnswer> {
      await attempts.signUp(email, visitor.address)
      const { hashPassword } = await import('better-auth/crypto')
      const passwordHash = await hashing.of(visitor.address, () => hashing.turn(() => hashPassword(password)))
      const key = generateKey()
      const user = { email, tier: 'free', at: now().toISOString(), isVerified: false, passwordHash } as const
      const first = requiresVerification ? null : storedForm(pepper, key, 'first key')
      const api = await sessions(visitor)
      const sendLink = () => mailTo(email, visitor, () => api.sendVerificationEmail({ body: { email } }))
      if (!requiresVerification) {
        const made = await addUser(acting(visitor), user, first)
        if (!made) throw problem('email_taken', [])
        afterwards.start(sendLink)
        // The account is there, and its key is shown only now: a session that cannot begin must not hide it.
        const entered = await enter(visitor, email, password, true).catch((error: unknown) => {
          log.error({ err: error, user_id: made.user.id }, 'a new user is not logged in')
          return null
        })
        const { id, createdAt } = made.user
        const account = { user_id: id, email: made.user.email, tier: user.tier, created_at: createdAt }
        return { account, key: { id: made.keyId!, name: 'first key', key }, cookies: entered?.cookies ?? [] }
      }
      return afterAnswer(async () => {
        const made = await addUser(acting(visitor), user, first)
        const held = made ? null : await findUser(database, { email })
        if (held?.isVerified) return mailTo(email, visitor, () => post(takenMail(held.email, baseUrl())))
        // Two people may have signed up with one address, and only its owner opens the link: neither password is valid
        // then, and the owner sets one by a reset.
        if (held) await setPassword(database, held.id, unusable(), user.at)
        return sendLink()
      })
    },
    limitDeviceLogins: (address: string): Promise<void> => attempts.device(address),
    async accountOf(userId: number): Promise<Account | null> {
      const user = await findUser(database, { id: userId })
      return user && accountOfUser(user)
    },
  }
}

/** A stored password that matches no input. */
const unusable = (): string => `${randomBytes(16).toString('hex')}:${randomBytes(64).toString('hex')}`
