import { settingsOf } from '../../config/settings.ts'
import { group } from '../command.ts'

const user = ['EMAIL', 'the address of the user, or the number that "formosa user list" prints'] as const

export const accounts = group('Accounts', settingsOf('accounts'), [
  {
    name: 'user add',
    about: 'Make a user and print a key for it.',
    more: 'The key stands alone on standard output and is shown only this once.',
    operands: [['EMAIL', 'the address of the new user']],
    flags: { tier: { about: 'free, lite or plus', value: 'NAME', default: 'free' } },
    example: 'formosa user add you@example.com --tier plus',
    load: async () => (await import('../accounts/users.ts')).userAdd,
  },
  {
    name: 'audit',
    about: 'List the audit trail, newest first: sign-ins, keys, tiers, payments, operator commands.',
    flags: {
      since: { about: 'from this Taipei day or instant on', value: 'YYYY-MM-DD' },
      user: { about: 'of one account', value: 'EMAIL|ID' },
      action: { about: 'of one kind, e.g. session.log-in', value: 'NAME' },
      limit: { about: 'most lines', value: 'N', default: '100' },
      json: { about: 'one JSON object a line instead of a table' },
    },
    example: 'formosa audit --since 2026-11-13 --action session.log-in',
    load: async () => (await import('../accounts/audit.ts')).audit,
  },
  {
    name: 'user list',
    about: 'List every user with tier, working keys and state.',
    load: async () => (await import('../accounts/users.ts')).userList,
  },
  {
    name: 'user set-tier',
    about: 'Grant a user another tier; it takes effect within a second and the keys stay.',
    operands: [user, ['TIER', 'free, lite or plus']],
    example: 'formosa user set-tier you@example.com plus',
    load: async () => (await import('../accounts/users.ts')).userSetTier,
  },
  {
    name: 'user disable',
    about: 'Shut a user out: keys and sessions stop working within a second.',
    operands: [user],
    flags: { undo: { about: 'let the user in again' } },
    example: 'formosa user disable you@example.com',
    load: async () => (await import('../accounts/users.ts')).userDisable,
  },
  {
    name: 'user delete',
    about: 'Remove a user with address, password, sessions, keys and subscriptions.',
    operands: [user],
    example: 'formosa user delete you@example.com',
    load: async () => (await import('../accounts/users.ts')).userDelete,
  },
  {
    name: 'key create',
    about: 'Make a further key for a user and print it.',
    more: 'The key stands alone on standard output and is shown only this once.',
    operands: [user],
    flags: { name: { about: 'name of the key', value: 'TEXT', default: 'command line' } },
    example: 'formosa key create you@example.com --name "nightly job"',
    load: async () => (await import('../accounts/users.ts')).keyCreate,
  },
  {
    name: 'key list',
    about: 'List the keys of a user, by their first and last characters, with their last use.',
    operands: [user],
    example: 'formosa key list you@example.com',
    load: async () => (await import('../accounts/users.ts')).keyList,
  },
  {
    name: 'key revoke',
    about: 'Revoke a key; it stops working within a second.',
    operands: [['ID', 'the number that "formosa key list" prints']],
    example: 'formosa key revoke 7',
    load: async () => (await import('../accounts/users.ts')).keyRevoke,
  },
  {
    name: 'secret replace',
    about: 'Give the database the present secret where its own is lost or known to others.',
    more: 'With the old secret in FORMOSA_OTHER_SECRET nothing is revoked, and services may run. Otherwise every key is revoked and every session ends, since they derive from the old secret; that is refused while a service runs. It is always refused with the secret that the database has already.',
    flags: { yes: { about: 'revoke every key and end every session' } },
    example: 'formosa secret replace --yes',
    load: async () => (await import('../accounts/secret.ts')).secretReplace,
  },
])
