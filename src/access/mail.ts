import { once } from '../once.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }
export type Post = (mail: Mail) => Promise<void>

/** Sends through the operator's server; its refusals are thrown. */
export function createPost(url: string, from: string): Post {
  // Loaded with the first message: most processes never send one.
  const open = once(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  })
  return async (mail) => void (await (await open()).sendMail({ from, ...mail }))
}

/** Prints messages on the console, never in the log, where there is no mail server. */
export const createConsolePost =
  (print: (text: string) => void): Post =>
  async ({ to, subject, text }) =>
    print(`\n--- message to ${to}: ${subject}\n${text}\n---\n`)
