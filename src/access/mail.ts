import type { Transporter } from 'nodemailer'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }
export type Post = (mail: Mail) => Promise<void>

/** Sends through the operator's server; its refusals are thrown. */
export function createPost(url: string, from: string): Post {
  let opened: Promise<Transporter> | null = null
  // Loaded with the first message: most processes never send one.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  }
  return async (mail) => {
    opened ??= open()
    opened.catch(() => {
      // The next message tries again.
      opened = null
    })
    await (await opened).sendMail({ from, ...mail })
  }
}

/** Prints messages on the console, never in the log, where there is no mail server. */
export const createConsolePost =
  (print: (text: string) => void): Post =>
  async ({ to, subject, text }) =>
    print(`\n--- message to ${to}: ${subject}\n${text}\n---\n`)
