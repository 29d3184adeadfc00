import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { heldOpen } from './heldOpen.ts'

test('a connection stays open while its answer is computed, and gets its idle timeout back afterwards', async () => {
  const idleMs = 200
  const left: (number | undefined)[] = []
  const server = createServer(async (request, response) => {
    // As `server.timeout` does, but not before the request was read: that may take longer on a busy machine.
    request.socket.setTimeout(idleMs)
    const work = () => sleep(idleMs * 5)
    if (request.url === '/held') await heldOpen(request.socket, 60_000, work)
    else await work()
    left.push(request.socket.timeout)
    response.end('here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    assert.equal(await (await fetch(`${url}/held`)).text(), 'here')
    assert.deepEqual(left, [idleMs])
    await assert.rejects(fetch(`${url}/other`), 'without it the connection is cut')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
