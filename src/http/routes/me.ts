import { refused } from '../../access/guard.ts'
import { route } from '../route.ts'
import { accountSchema } from './account.ts'

export const me = route('GET /v1/me', 'me', {
  tag: 'accounts',
  about: {
    en: 'Your account, by key or by browser session; the key wins if both are sent.',
    zh: '您的帳號，以金鑰或瀏覽器工作階段辨識；兩者皆有時以金鑰為準。',
  },
  auth: 'caller',
  responses: { 200: { schema: accountSchema } },
  async handle({ caller }, { accounts }) {
    const account = await accounts.accountOf(caller.userId)
    // Deleted a moment ago: the guard remembers a key for a little longer than its account exists.
    if (!account) throw refused('revoked_key')
    return { body: account }
  },
})
