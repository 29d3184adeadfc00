import { settingsOf } from '../../config/settings.ts'
import { group } from '../command.ts'

const filters = {
  state: { about: 'claimed, settling, settled, deferred, failed or external', value: 'STATE' },
  dataset: { about: 'payments for one dataset, or for questions (ask)', value: 'NAME' },
  payer: { about: 'payments by one payer', value: 'ADDRESS' },
  since: { about: 'first seen on this Taipei day or later', value: 'DATE' },
}

export const payments = group('Payments of agents', settingsOf('accounts', 'origin', 'payments'), [
  {
    name: 'agent get',
    about: 'Read a page as an agent does: pay for it, up to a cap, and check the receipt.',
    operands: [
      ['DATASET|PATH', 'a dataset, or a path of the service'],
      ['[NAME=VALUE …]', 'parameters of the request'],
    ],
    flags: {
      'key-file': { about: "file with the payer's private key", value: 'FILE' },
      max: { about: 'most that may be paid, in atomic units', value: 'AMOUNT', default: '10000' },
    },
    settings: settingsOf('address'),
    example: 'formosa agent get TaiwanStockPrice stock_id=2330 --key-file payer.key',
    load: async () => (await import('../reading/agentGet.ts')).agentGet,
  },
  {
    name: 'payments list',
    about: 'List payments, the newest first.',
    flags: { ...filters, limit: { about: 'most lines', value: 'N', default: '100' } },
    example: 'formosa payments list --state settled --limit 20',
    load: async () => (await import('../accounts/payments.ts')).paymentsList,
  },
  {
    name: 'payments show',
    about: 'Print one payment with all that is known of it.',
    operands: [['ID|TRANSACTION|NONCE', 'the number of the payment, its transaction or its nonce']],
    example: 'formosa payments show 12',
    load: async () => (await import('../accounts/payments.ts')).paymentsShow,
  },
  {
    name: 'payments totals',
    about: 'Sum payments by Taipei day, dataset and state, the newest day first.',
    flags: filters,
    example: 'formosa payments totals --since 2026-11-01',
    load: async () => (await import('../accounts/payments.ts')).paymentsTotals,
  },
  {
    name: 'payments export',
    about: 'Print payments as CSV, the newest first.',
    flags: filters,
    example: 'formosa payments export --since 2026-11-01',
    load: async () => (await import('../accounts/payments.ts')).paymentsExport,
  },
  {
    name: 'payments reconcile',
    about: 'Compare the ledger with the chain and conclude open payments.',
    more: 'The exit code is 1 where they differ.',
    flags: {
      'from-block': { about: 'first block to look at; that of the first payment when left out', value: 'N' },
      rpc: { about: 'node to ask; AGENT_PAY_RPC_URL when left out', value: 'URL' },
    },
    example: 'formosa payments reconcile --rpc https://sepolia.base.org',
    load: async () => (await import('../accounts/payments.ts')).paymentsReconcile,
  },
])
