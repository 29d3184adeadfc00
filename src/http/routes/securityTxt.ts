import { dayMs } from '../../days.ts'
import { problem } from '../../errors.ts'
import { string } from '../openapi/schema.ts'
import { route } from '../route.ts'

/** RFC 9116 asks for a date less than a year away; the file is made anew at every request. */
const validDays = 180

/** The contact as a URI, which the RFC requires. */
const contactUri = (contact: string): string => (contact.includes(':') ? contact : `mailto:${contact}`)

export const securityTxt = route('GET /.well-known/security.txt', 'securityTxt', {
  tag: 'service',
  about: {
    en: 'Whom to tell of a security problem, in the form of RFC 9116; 404 where the operator has named nobody.',
    zh: '資安問題的聯絡方式（RFC 9116）；營運者未設定時為 404。',
  },
  auth: 'open',
  responses: { 200: { type: 'text/plain', schema: string() } },
  fails: ['no_security_contact'],
  async handle(_, { securityContact, baseUrl, now }) {
    if (securityContact === null) throw problem('no_security_contact', [])
    // Whole days: the same file all day long, so that it can be cached.
    const expires = new Date((Math.floor(now().getTime() / dayMs) + validDays) * dayMs)
    const lines = [
      `Contact: ${contactUri(securityContact)}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: zh-TW, en',
      `Canonical: ${baseUrl()}/.well-known/security.txt`,
    ]
    return { body: `${lines.join('\n')}\n` }
  },
})
