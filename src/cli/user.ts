import { generateKey, storedForm } from '../access/keys.ts'
import { keyFor } from '../access/secret.ts'
import { type Tier, tiers } from '../catalogue/dataset.ts'
import { OperatorError } from '../errors.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { Command } from './command.ts'

export const userAdd: Command = {
  name: 'user add',
  about: 'Make a user and print a key for it, alone on standard output and only this once.',
  operands: 'EMAIL',
  flags: { tier: { about: 'free (default), lite or plus', value: 'NAME' } },
  async run({ config, now, secret }, { tier = 'free' }, [email, ...more]) {
    if (email === undefined || more.length > 0)
      throw new OperatorError('Give one address: formosa user add you@example.com.')
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
      throw new OperatorError(`${email} is not an e-mail address.`)
    if (!tiers.includes(tier as Tier)) throw new OperatorError(`--tier must be one of ${tiers.join(', ')}.`)
    const key = generateKey()
    const store = openSqlite(config.storePath)
    try {
      store.addUser(
        { email, tier: tier as Tier, at: now().toISOString() },
        storedForm(keyFor(secret(), 'api keys'), key, 'command line'),
      )
    } finally {
      store.close()
    }
    process.stdout.write(`${key}\n`)
    return 0
  },
}
