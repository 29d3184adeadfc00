#!/usr/bin/env node
import './node20.ts'
import { join } from 'node:path'
import { createLine } from '../commandLine.ts'
import { runMain } from '../runMain.ts'
import { clientGroups, serverCommands } from './commands.ts'

// The program of the package `formosa`, which `scripts/packages/command.ts` bundles: this file becomes dist/main.js.
await runMain(
  createLine(process.argv.slice(2), process.env, {
    groups: clientGroups,
    others: serverCommands,
    manifest: join(import.meta.dirname, '../package.json'),
    loadContext: async () => (await import('./context.ts')).createClientContext,
  }),
)
