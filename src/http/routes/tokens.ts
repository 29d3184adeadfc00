import { normalEmail } from '../../store/users.ts'
import { route } from '../route.ts'
import { email, newPassword, token } from './account.ts'

export const requestReset = route({
  method: 'POST',
  path: '/v1/auth/reset',
  about: 'Ask for a link to set a new password. The answer is the same whether or not the address has an account.',
  auth: 'open',
  query: {},
  body: { email },
  fails: ['invalid_parameter', 'attempts_limited'],
  async handle({ body, visitor }, { accounts }) {
    const after = await accounts.requestReset(visitor, normalEmail(body.email))
    return { status: 202, body: { status: 'sent_if_known' }, after }
  },
})

export const confirmReset = route({
  method: 'POST',
  path: '/v1/auth/reset/confirm',
  about: 'Set a new password with the token of the link; every session ends.',
  auth: 'open',
  query: {},
  body: { token, new_password: newPassword },
  fails: ['invalid_parameter', 'invalid_token', 'attempts_limited', 'checks_limited'],
  async handle({ body, visitor }, { accounts }) {
    await accounts.confirmReset(visitor, body.token, body.new_password)
    return { body: { status: 'password_changed' } }
  },
})

export const verify = route({
  method: 'POST',
  path: '/v1/auth/verify',
  about: 'Confirm an address with the token of the link; gives the first key, shown once, if there is none yet.',
  auth: 'open',
  query: {},
  body: { token },
  fails: ['invalid_parameter', 'invalid_token', 'attempts_limited'],
  async handle({ body, visitor }, { accounts }) {
    return { body: await accounts.verify(visitor, body.token) }
  },
})

export const requestVerify = route({
  method: 'POST',
  path: '/v1/auth/verify/send',
  about: 'Ask for the link that confirms an address once more. The answer is the same for any address.',
  auth: 'open',
  query: {},
  body: { email },
  fails: ['invalid_parameter', 'attempts_limited'],
  async handle({ body, visitor }, { accounts }) {
    const after = await accounts.requestVerify(visitor, normalEmail(body.email))
    return { status: 202, body: { status: 'sent_if_known' }, after }
  },
})
