import assert from 'node:assert/strict'
import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readBody } from './body.ts'

test('a body whose client has left before it is read counts as cut off', async () => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  await once(request, 'close')
  await assert.rejects(Promise.race([readBody(request), nextTurn()]), { code: 'bad_request' })
})
