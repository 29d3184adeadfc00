import { emailForm, mostEmailLength } from '../../access/email.ts'
import { passwordLength } from '../../access/sessions.ts'
import { line } from '../../fields.ts'
import { exactly, instant, object, positive, type Schema, string, tier } from '../openapi/schema.ts'
import { keyProperties, secret } from './keySchemas.ts'

/* The fields and schemas that the routes of accounts share. */

export const email = line('Your e-mail address', '您的電子郵件', { min: 3, max: mostEmailLength, pattern: emailForm })
export const password = line('Your password', '您的密碼', { min: 1, max: passwordLength.max })
export const newPassword = line('A new password', '新密碼', passwordLength)

export const accountSchema = object('Account', 'An account', {
  user_id: positive('Your number'),
  email: string('Your address'),
  tier: tier('Your tier'),
  created_at: instant('When it was made'),
})

const { id, name } = keyProperties
export const firstKeySchema = object('FirstKey', 'The first key of an account', { id, name, key: secret })

/** A body that holds a word for the result alone. */
export const statusSchema = (word: string, description: string): Schema =>
  exactly(description, { status: { const: word } })

/** The response of a route that sends a message and must not tell whether the address has an account. */
export const sentIfKnown = {
  202: {
    description: 'The same for any address: a message is sent if the address has an account',
    schema: statusSchema('sent_if_known', 'Sent if known'),
  },
} as const
