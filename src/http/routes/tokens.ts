import type { Label } from '../../fields.ts'
import { normalEmail } from '../../store/users.ts'
import { object } from '../openapi/schema.ts'
import { token } from '../request/mailedToken.ts'
import { type Route, route } from '../route.ts'
import { accountSchema, email, firstKeySchema, newPassword, sentIfKnown, statusSchema } from './account.ts'

/** A route that sends a message, and responds alike whether or not the address has an account. */
const messageRoute = (name: `POST ${string}`, task: 'requestReset' | 'requestVerify', about: Label): Route =>
  route(name, task, {
    tag: 'accounts',
    about,
    auth: 'open',
    body: { email },
    responses: sentIfKnown,
    fails: ['attempts_limited'],
    async handle({ body, visitor }, { accounts }) {
      const after = await accounts[task](visitor, normalEmail(body.email))
      return { status: 202, body: { status: 'sent_if_known' }, after }
    },
  })

export const requestReset = messageRoute('POST /v1/auth/reset', 'requestReset', {
  en: 'Ask for a link to set a new password. The answer is the same whether or not the address has an account.',
  zh: '申請重設密碼的連結；無論電子郵件是否有帳號，回應皆相同。',
})

export const confirmReset = route('POST /v1/auth/reset/confirm', 'confirmReset', {
  tag: 'accounts',
  about: {
    en: 'Set a new password with the token of the link; every session ends.',
    zh: '以連結中的 token 設定新密碼；所有工作階段結束。',
  },
  auth: 'open',
  body: { token, new_password: newPassword },
  responses: { 200: { schema: statusSchema('password_changed', 'Changed') } },
  fails: ['invalid_token', 'attempts_limited', 'checks_limited'],
  async handle({ body, visitor }, { accounts }) {
    await accounts.confirmReset(visitor, body.token, body.new_password)
    return { body: { status: 'password_changed' } }
  },
})

export const verify = route('POST /v1/auth/verify', 'verify', {
  tag: 'accounts',
  about: {
    en: 'Confirm an address with the token of the link; gives the first key, shown once, if there is none yet.',
    zh: '以連結中的 token 確認電子郵件；若尚無金鑰則發給第一把，僅顯示一次。',
  },
  auth: 'open',
  body: { token },
  responses: {
    200: {
      schema: object('Verified', 'Answer to a verified address', {
        account: accountSchema,
        key: { anyOf: [firstKeySchema, { type: 'null' }], description: 'Null where the account has a key already' },
      }),
    },
  },
  fails: ['invalid_token', 'attempts_limited'],
  async handle({ body, visitor }, { accounts }) {
    return { body: await accounts.verify(visitor, body.token) }
  },
})

export const requestVerify = messageRoute('POST /v1/auth/verify/send', 'requestVerify', {
  en: 'Ask for the link that confirms an address once more. The answer is the same for any address.',
  zh: '重新申請確認電子郵件的連結；任何電子郵件的回應皆相同。',
})
