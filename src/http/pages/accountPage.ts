import { mostKeys } from '../../access/keys.ts'
import { plans } from '../../access/plans.ts'
import { passwordLength } from '../../access/sessions.ts'
import { tiers } from '../../catalogue/dataset.ts'
import { contractDatasets } from '../../catalogue/index.ts'
import { line, oneOf, optional } from '../../fields.ts'
import { covers } from '../../query/parameters.ts'
import { accountTasks, accountView } from '../../web/views/account.ts'
import { token } from '../request/mailedToken.ts'
import { page } from './page.ts'

/** The pages that ask for a log-in: a link must not lead a user who has just logged in to any other address. */
const returnForm = /^\/(?:oauth2\/authorize|device)(?:\?.*)?$/

/** Accounts, keys and usage; links in messages open it too. Opening it changes nothing: only its buttons do. */
export const accountPage = page('/account', {
  query: {
    do: optional(oneOf(accountTasks, 'What the link is for', '連結的用途')),
    token: optional(token),
    next: optional(
      line('Where to go on after the log-in', '登入後前往之處', { min: 1, max: 8_000, pattern: returnForm }),
    ),
  },
  secrets: ['token'],
  isFresh: true,
  load: async ({ query, caller, services }) => ({
    // A key in a header is no session: the forms of the page need one.
    isSignedIn: caller !== null && caller.keyId === null,
    task: query.do ?? null,
    next: query.next ?? null,
    plans: tiers.map((tier) => ({
      tier,
      ...plans[tier],
      datasets: contractDatasets.filter((dataset) => covers(tier, dataset.tier)).length,
    })),
    isSoldHere: services.billing !== null,
    passwordLength,
    mostKeys,
  }),
  view: accountView,
})
