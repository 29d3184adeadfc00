import { problem } from '../../errors.ts'
import { normalEmail } from '../../store/users.ts'
import { route } from '../route.ts'
import { email, newPassword, password } from './account.ts'

export const signUp = route({
  method: 'POST',
  path: '/v1/auth/sign-up',
  about:
    'Make an account with a Free key, shown once. Where mail is set up the key comes after the address is verified.',
  auth: 'open',
  query: {},
  body: { email, password: newPassword },
  fails: ['invalid_parameter', 'email_taken', 'attempts_limited', 'checks_limited'],
  async handle({ body, visitor }, { accounts }) {
    const made = await accounts.signUp(visitor, normalEmail(body.email), body.password)
    if (typeof made === 'function') return { status: 202, body: { status: 'verification_sent' }, after: made }
    const { account, key, cookies } = made
    return { status: 201, cookies, body: { account, key } }
  },
})

export const logIn = route({
  method: 'POST',
  path: '/v1/auth/log-in',
  about: 'Open a browser session; the cookie is HttpOnly and SameSite=Lax.',
  auth: 'open',
  query: {},
  body: { email, password },
  fails: [
    'invalid_parameter',
    'invalid_login',
    'not_verified',
    'account_disabled',
    'attempts_limited',
    'checks_limited',
  ],
  async handle({ body, visitor }, { accounts }) {
    const { account, cookies } = await accounts.logIn(visitor, normalEmail(body.email), body.password)
    return { cookies, body: account }
  },
})

export const logOut = route({
  method: 'POST',
  path: '/v1/auth/log-out',
  about: 'End the browser session.',
  auth: 'session',
  query: {},
  fails: ['session_required'],
  async handle({ visitor, caller }, { accounts }) {
    return { cookies: await accounts.logOut(visitor, caller.userId), body: { status: 'logged_out' } }
  },
})

export const changePassword = route({
  method: 'POST',
  path: '/v1/auth/password',
  about: 'Change the password; every other session ends.',
  auth: 'session',
  query: {},
  body: { current_password: password, new_password: newPassword },
  fails: ['session_required', 'invalid_parameter', 'attempts_limited', 'checks_limited'],
  async handle({ body, visitor, caller }, { accounts }) {
    const cookies = await accounts.changePassword(visitor, caller.userId, body.current_password, body.new_password)
    if (!cookies) {
      const reason = { en: 'is not your password', zh: '不是您的密碼' }
      throw problem(
        'invalid_parameter',
        [{ en: `current_password ${reason.en}`, zh: `current_password ${reason.zh}` }],
        {
          extra: (language) => ({ errors: [{ param: 'current_password', reason: reason[language] }] }),
        },
      )
    }
    return { cookies, body: { status: 'password_changed' } }
  },
})
