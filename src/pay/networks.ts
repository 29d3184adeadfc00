/** A dollar token with EIP-3009 authorizations, by the name and version it signs with. */
type Token = { readonly address: string; readonly name: string; readonly version: string }

type Network = {
  /** The network's name in x402 version 1. */
  readonly v1: string
  /** A test network: its money is worth nothing. */
  readonly isTest: boolean
  readonly token: Token | null
}

const usdc = (address: string, name = 'USD Coin'): Token => ({ address, name, version: '2' })

/** Known networks by CAIP-2 name; on others the operator sets the token. */
export const networks: Readonly<Record<string, Network>> = {
  'eip155:84532': {
    v1: 'base-sepolia',
    isTest: true,
    token: usdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 'USDC'),
  },
  'eip155:8453': { v1: 'base', isTest: false, token: usdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913') },
  'eip155:1': { v1: 'ethereum', isTest: false, token: usdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48') },
  'eip155:137': { v1: 'polygon', isTest: false, token: usdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359') },
  'eip155:43114': { v1: 'avalanche', isTest: false, token: usdc('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E') },
  'eip155:43113': { v1: 'avalanche-fuji', isTest: true, token: null },
  'eip155:80002': { v1: 'polygon-amoy', isTest: true, token: null },
  'eip155:11155111': { v1: 'sepolia', isTest: true, token: null },
}

export const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))
