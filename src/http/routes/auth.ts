import { passwordLength } from '../../access/sessions.ts'
import { normalEmail } from '../../store/users.ts'
import { object } from '../openapi/schema.ts'
import { faultOf } from '../request/query.ts'
import { route } from '../route.ts'
import { accountSchema, email, firstKeySchema, newPassword, password, statusSchema } from './account.ts'

const { min, max } = passwordLength

export const signUp = route('POST /v1/auth/sign-up', 'signUp', {
  tag: 'accounts',
  about: {
    en: 'Make an account with a Free key, shown once. Where mail is set up the key comes after the address is verified.',
    zh: '註冊帳號並取得 Free 金鑰，僅顯示一次；若設有寄信服務，驗證電子郵件後才發給金鑰。',
  },
  guide: {
    accounts: [
      {
        en: `\`POST /v1/auth/sign-up\` with an e-mail address and a password of ${min} to ${max} characters makes an account. Where this installation sends no mail, the answer (201) holds the first key, shown this once, and opens a session. Where it does, the answer (202) is the same for any address, and the key comes with \`POST /v1/auth/verify\` and the token of the link that was sent; the link is good for a day.`,
        zh: `以電子郵件與 ${min} 到 ${max} 個字元的密碼呼叫 \`POST /v1/auth/sign-up\` 即可註冊。未設定寄信時，回應（201）即含第一把金鑰，僅顯示一次，並同時登入；設有寄信時，任何電子郵件的回應（202）皆相同，以信中連結的 token 呼叫 \`POST /v1/auth/verify\` 後取得金鑰，連結一天內有效。`,
      },
    ],
  },
  auth: 'open',
  body: { email, password: newPassword },
  responses: {
    201: {
      description: 'The account with its first key and a session; where no mail is set up',
      schema: object('SignedUp', 'Answer to a sign-up', { account: accountSchema, key: firstKeySchema }),
      headers: ['Set-Cookie', 'Location'],
    },
    202: {
      description: 'The same for any address: the key comes after the address is verified; where mail is set up',
      schema: statusSchema('verification_sent', 'A message was sent'),
    },
  },
  fails: ['email_taken', 'attempts_limited', 'checks_limited'],
  async handle({ body, visitor }, { accounts }) {
    const made = await accounts.signUp(visitor, normalEmail(body.email), body.password)
    if (typeof made === 'function') return { status: 202, body: { status: 'verification_sent' }, after: made }
    const { account, key, cookies } = made
    return { status: 201, headers: { Location: '/v1/me' }, cookies, body: { account, key } }
  },
})

export const logIn = route('POST /v1/auth/log-in', 'logIn', {
  tag: 'accounts',
  about: {
    en: 'Open a browser session; the cookie is HttpOnly and SameSite=Lax.',
    zh: '開啟瀏覽器工作階段；cookie 為 HttpOnly 且 SameSite=Lax。',
  },
  guide: {
    accounts: [
      {
        en: '`POST /v1/auth/log-in` opens a session: a cookie that scripts cannot read (`HttpOnly`, `SameSite=Lax`, `Secure` behind https) and that lasts 30 days, counted anew when it is used. `POST /v1/auth/log-out` ends it. `POST /v1/auth/password` changes the password and ends every other session; `POST /v1/auth/reset` sends a link that is good for an hour, and `POST /v1/auth/reset/confirm` sets the new password and ends them all.',
        zh: '`POST /v1/auth/log-in` 開啟工作階段：其 cookie 無法由程式讀取（`HttpOnly`、`SameSite=Lax`，https 下為 `Secure`），有效 30 天，使用時重新起算。`POST /v1/auth/log-out` 登出。`POST /v1/auth/password` 變更密碼並結束其他工作階段；`POST /v1/auth/reset` 寄出一小時內有效的連結，`POST /v1/auth/reset/confirm` 設定新密碼並結束所有工作階段。',
      },
      {
        en: 'Log-in and reset never tell whether an address has an account. Guessing is slowed for each account and each address: too many attempts within 15 minutes are a 429.',
        zh: '登入與重設不會透露電子郵件是否有帳號。嘗試次數依帳號與位址限制：15 分鐘內過多嘗試會收到 429。',
      },
    ],
  },
  auth: 'open',
  body: { email, password },
  responses: { 200: { schema: accountSchema, headers: ['Set-Cookie'] } },
  fails: ['invalid_login', 'not_verified', 'account_disabled', 'attempts_limited', 'checks_limited'],
  async handle({ body, visitor }, { accounts }) {
    const { account, cookies } = await accounts.logIn(visitor, normalEmail(body.email), body.password)
    return { cookies, body: account }
  },
})

export const logOut = route('POST /v1/auth/log-out', 'logOut', {
  tag: 'accounts',
  about: { en: 'End the browser session.', zh: '結束瀏覽器工作階段。' },
  auth: 'session',
  responses: { 200: { schema: statusSchema('logged_out', 'Logged out'), headers: ['Set-Cookie'] } },
  async handle({ visitor, caller }, { accounts }) {
    return { cookies: await accounts.logOut(visitor, caller.userId), body: { status: 'logged_out' } }
  },
})

export const changePassword = route('POST /v1/auth/password', 'changePassword', {
  tag: 'accounts',
  about: { en: 'Change the password; every other session ends.', zh: '變更密碼；其他工作階段全部結束。' },
  auth: 'session',
  body: { current_password: password, new_password: newPassword },
  responses: { 200: { schema: statusSchema('password_changed', 'Changed'), headers: ['Set-Cookie'] } },
  fails: ['attempts_limited', 'checks_limited'],
  async handle({ body, visitor, caller }, { accounts }) {
    const cookies = await accounts.changePassword(visitor, caller.userId, body.current_password, body.new_password)
    if (!cookies) throw faultOf('current_password', { en: 'is not your password', zh: '不是您的密碼' })
    return { cookies, body: { status: 'password_changed' } }
  },
})
