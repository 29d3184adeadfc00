// Printed from the table of networks by `npm run docs`; do not edit.

/** The dollar token of each network, by its CAIP-2 name. */
export const tokens: Readonly<
  Record<string, { readonly chainId: number; readonly address: string; readonly name: string; readonly version: string }>
> = {
  'eip155:84532': { chainId: 84532, address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC', version: '2' },
  'eip155:8453': { chainId: 8453, address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin', version: '2' },
  'eip155:1': { chainId: 1, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'USD Coin', version: '2' },
  'eip155:137': { chainId: 137, address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', name: 'USD Coin', version: '2' },
  'eip155:43114': { chainId: 43114, address: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', name: 'USD Coin', version: '2' },
}
