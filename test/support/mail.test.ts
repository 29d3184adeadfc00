import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { startMail } from './mail.ts'
import { readMessage } from './message.ts'

const from = 'Formosa <hello@formosa.example>'

test('mail arrives as it was sent', async () => {
  const mail = await startMail()
  const transport = createTransport(mail.url)
  try {
    const text = `請開啟連結以確認電子郵件：\nhttps://formosa.example/verify?token=${'a1'.repeat(60)}&next=%2F\n`
    await transport.sendMail({
      from,
      to: 'Wang <wang@example.com>, lee@example.com',
      subject: '歡迎使用 Formosa',
      text,
    })
    assert.equal(mail.messages().length, 1)
    const { headers, ...message } = mail.messages()[0]!
    assert.deepEqual(message, {
      from: 'hello@formosa.example',
      to: ['wang@example.com', 'lee@example.com'],
      subject: '歡迎使用 Formosa',
      text,
      html: null,
    })
    assert.equal(headers.from, from)
  } finally {
    transport.close()
    await mail.stop()
  }
})

test('waiting for mail gets each message once, whether it came before or comes after', async () => {
  const mail = await startMail()
  const transport = createTransport(mail.url)
  const send = (to: string, subject: string) => transport.sendMail({ from, to, subject, text: subject })
  try {
    await send('wang@example.com', 'first')
    await send('lee@example.com', 'for somebody else')
    assert.equal((await mail.waitFor('wang@example.com')).subject, 'first')
    const next = mail.waitFor('wang@example.com')
    await send('wang@example.com', 'second')
    assert.equal((await next).subject, 'second')
    assert.deepEqual(
      mail.messages().map(({ subject }) => subject),
      ['first', 'for somebody else', 'second'],
    )
  } finally {
    transport.close()
    await mail.stop()
  }
})

test('mail that does not come is an error that says what came', async () => {
  const mail = await startMail({ patienceMs: 20 })
  try {
    await assert.rejects(mail.waitFor('wang@example.com'), /no new mail to wang@example\.com .* what came: none/)
  } finally {
    await mail.stop()
  }
})

test('a mail server that asks for a password takes the right one only', async () => {
  const mail = await startMail({ auth: { user: 'formosa@example.com', pass: 'p@ss:word' } })
  const message = { from, to: 'wang@example.com', subject: 'hello', text: 'hello' }
  const send = async (url: string) => {
    const transport = createTransport(url)
    try {
      await transport.sendMail(message)
    } finally {
      transport.close()
    }
  }
  try {
    await send(mail.url)
    const { host } = new URL(mail.url)
    await assert.rejects(send(`smtp://${host}`), { responseCode: 530 })
    await assert.rejects(send(`smtp://formosa%40example.com:wrong@${host}`), { code: 'EAUTH' })
    assert.equal(mail.messages().length, 1)
  } finally {
    await mail.stop()
  }
  await assert.rejects(send(mail.url), { code: 'ESOCKET' })
})

/** Lines of any text; a lone carriage return is no line break of ours. */
const lines = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constantFrom('確認信箱', '=E5=8F=B0', '--', '.')))
  .map((all) => all.map((line) => line.replace(/[\r\n]/g, '')).join('\n'))

/** A header is one line, and blanks at its ends or in a row are folded away. */
const subjects = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.string({ maxLength: 120 }))
  .map((subject) => subject.replace(/\s+/g, ' ').trim())

/** A message ends with a line break, whether its text did or not; an empty text has no part of its own. */
const body = (text: string | null): string => (text ?? '').replace(/\n+$/, '')

test('whatever nodemailer writes is read back', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  await fc.assert(
    fc.asyncProperty(subjects, lines, fc.option(lines), async (subject, text, html) => {
      const sent = await transport.sendMail({ from, to: 'wang@example.com', subject, text, ...(html ? { html } : {}) })
      const read = readMessage(sent.message.toString())
      assert.deepEqual([read.subject, body(read.text), body(read.html)], [subject, body(text), body(html)])
    }),
  )
})
