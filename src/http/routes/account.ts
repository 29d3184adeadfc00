import { emailForm, mostEmailLength } from '../../access/email.ts'
import { passwordLength } from '../../access/sessions.ts'
import { line } from '../../fields.ts'

export const email = line('Your e-mail address', '您的電子郵件', { min: 3, max: mostEmailLength, pattern: emailForm })
export const password = line('Your password', '您的密碼', { min: 1, max: passwordLength.max })
export const newPassword = line('A new password', '新密碼', passwordLength)
export const token = line('The token of the link that was sent to you', '寄給您的連結中的 token', {
  min: 1,
  max: 2_000,
})
