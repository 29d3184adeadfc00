import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

/*
 * Generates types from `openapi.json` in a folder with two generators: `openapi-typescript.ts` and `hey-api/`.
 * Both use the compiler's programming interface, which TypeScript 7 does not have: they get that of TypeScript 6.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@typescript/typescript6' : specifier, context),
})

const folder = process.argv[2]!
const document = join(folder, 'openapi.json')

const { createClient } = await import('@hey-api/openapi-ts')
await createClient({
  input: document,
  output: { path: join(folder, 'hey-api') },
  plugins: ['@hey-api/typescript'],
  logs: { level: 'silent', file: false },
})

const { default: openapiTypes, astToString } = await import('openapi-typescript')
const nodes = await openapiTypes(JSON.parse(readFileSync(document, 'utf8')))
writeFileSync(join(folder, 'openapi-typescript.ts'), astToString(nodes))
