import { serviceSettings, settingsOf } from '../../config/settings.ts'
import { group } from '../command.ts'

const passphrase = {
  'passphrase-file': {
    about: 'file whose first line is the passphrase (default FORMOSA_BACKUP_PASSPHRASE)',
    value: 'FILE',
  },
} as const

export const service = group('Service', settingsOf('accounts', 'backups'), [
  {
    name: 'serve',
    about: 'Run the service.',
    more: 'The first start builds the market in a box (demo) or asks the publishers (live); every later day is published when it is due. One home folder and one port serve one process.',
    settings: serviceSettings,
    example: 'formosa serve --port 8080',
    load: async () => (await import('../service/serve.ts')).serve,
  },
  {
    name: 'mcp',
    about: 'Offer tools to a language model on standard input and output (Model Context Protocol).',
    more: 'The tools are those of /mcp of the service at --url, with the key of FORMOSA_KEY. Configure a client to start this command; docs/mcp.md has examples.',
    flags: {
      language: { about: 'language of texts: en or zh', value: 'NAME', default: 'en' },
    },
    settings: settingsOf('address', 'credentials'),
    example: 'formosa mcp --url https://data.example.com',
    load: async () => (await import('../reading/mcp.ts')).mcp,
  },
  {
    name: 'backup',
    about: 'Write accounts, keys, plans and counts into one file while the service runs, or check such a file.',
    operands: [['FILE', 'the file to write; - for standard output']],
    flags: {
      ...passphrase,
      force: { about: 'replace a file of that name' },
      check: { about: 'read the file, say whether it is whole and what is in it, and restore nothing' },
      'print-secret': { about: 'with --check: print the secret of the installation, alone on standard output' },
    },
    example: 'formosa backup formosa-2026-11-13.backup',
    load: async () => (await import('../lake/backup.ts')).backup,
  },
  {
    name: 'restore',
    about: 'Put a backup into the database of the settings: the file, or PostgreSQL.',
    more: 'The service must be stopped. A backup of either database goes into either.',
    operands: [['FILE', 'a file that "formosa backup" wrote']],
    flags: { ...passphrase, replace: { about: 'remove the users, and the secret, that are there' } },
    example: 'formosa restore formosa-2026-11-13.backup',
    load: async () => (await import('../lake/backup.ts')).restore,
  },
  {
    name: 'docs',
    about: 'Print the documents that follow from the code into docs/, sdk/ and clients/.',
    flags: { check: { about: 'change nothing; exit code 1 where a file differs' } },
    settings: settingsOf(),
    example: 'formosa docs --check',
    load: async () => (await import('../documents/docs.ts')).docs,
  },
])
