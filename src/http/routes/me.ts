import { refused } from '../../access/guard.ts'
import { route } from '../route.ts'

export const me = route({
  method: 'GET',
  path: '/v1/me',
  about: 'Your account, by key or by browser session; the key wins if both are sent.',
  auth: 'caller',
  query: {},
  fails: ['missing_key', 'malformed_key', 'invalid_key', 'revoked_key'],
  async handle({ caller }, { accounts }) {
    const account = await accounts.accountOf(caller.userId)
    // Deleted a moment ago: the key is remembered for a little longer than the person.
    if (!account) throw refused('revoked_key')
    return { body: account }
  },
})
