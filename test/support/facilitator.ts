import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { x402Facilitator as Facilitator } from '@x402/core/facilitator'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createWalletClient, http, publicActions } from 'viem'
import { nonceManager, privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from './baseSepolia.ts'

type Hex = `0x${string}`

/** The official facilitator behind its HTTP interface, on the chain of a test. */
export async function startFacilitator(rpcUrl: string, key: Hex) {
  const account = privateKeyToAccount(key, { nonceManager })
  const client = createWalletClient({ account, chain: baseSepolia, transport: http(rpcUrl), cacheTime: 0 }).extend(
    publicActions,
  )
  let tail: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work, work)
    tail = turn.catch(() => {})
    return turn
  }
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    readContract: (call: never) => client.readContract(call),
    verifyTypedData: (call: never) => client.verifyTypedData(call),
    writeContract: (call: never) => inTurn(() => client.writeContract(call)),
    sendTransaction: (call: never) => inTurn(() => client.sendTransaction(call)),
    // The chain of a test has every receipt at once; waiting for further blocks would wait for ever.
    waitForTransactionReceipt: ({ hash }: { hash: Hex }) => client.getTransactionReceipt({ hash }),
    getCode: (call: never) => client.getCode(call),
  } as never)
  const facilitator = new Facilitator()
  facilitator.register('eip155:84532', new ExactEvmScheme(signer))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { paymentPayload, paymentRequirements } =
      chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const body =
      request.url === '/supported'
        ? facilitator.getSupported()
        : request.url === '/verify'
          ? await facilitator.verify(paymentPayload, paymentRequirements)
          : await facilitator.settle(paymentPayload, paymentRequirements)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  // A pause of a busy process is no reason to close a connection that a client is about to use.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    address: account.address,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
