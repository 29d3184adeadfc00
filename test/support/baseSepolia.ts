import { defineChain } from 'viem'

/** The network that the play-money chain says it is; `viem/chains` would load the definitions of some 700 networks. */
export const baseSepolia = defineChain({
  id: 84_532,
  name: 'Base Sepolia',
  nativeCurrency: { name: 'Sepolia Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
})
