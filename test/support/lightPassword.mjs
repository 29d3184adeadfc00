// JavaScript, as resolveFast.mjs puts it into processes of any Node.
import { randomBytes, scrypt } from 'node:crypto'

/*
 * What better-auth takes from `@better-auth/utils/password`, at a millionth of the cost: a hash takes a tenth of a second
 * of CPU by design, and tests sign up and log in hundreds of times. The setting TEST_PASSWORDS=full leaves the library's
 * own in place.
 */

const hash = (password, salt) =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, { N: 2, r: 1, p: 1 }, (error, key) =>
      error ? reject(error) : resolve(key.toString('hex')),
    )
  })

export async function hashPassword(password) {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${await hash(password, salt)}`
}

export async function verifyPassword(held, password) {
  const [salt, key] = held.split(':')
  if (!salt || !key) throw new Error('Invalid password hash')
  return (await hash(password, salt)) === key
}
