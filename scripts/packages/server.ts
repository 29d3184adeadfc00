import { cpSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, type Manifest, pack, readLock, readManifest, writeJson } from './npm.ts'

/** What nobody reads at run time: tests, what they read, and sources of what is made. */
const unread = /\.test\.ts$|\/fixtures\/|\/recorded\.jsonl?$|\.wat$|tsconfig\.json$|^src\/ask\/(gold|questions)\//

/** Files that are read at run time, beside the code. The site strips the types of its scripts itself, when it serves them. */
const isRead = (file: string): boolean => !unread.test(file) && (!file.endsWith('.ts') || file.startsWith('src/web/'))

/** `formosa-server`: the service with every command as JavaScript, since Node strips no types in installed packages. */
export function packServer(source: string, scratch: string, out: string): string {
  const folder = join(scratch, 'formosa-server')
  mkdirSync(folder, { recursive: true })
  const project = join(source, 'tsconfig.server.json')
  writeJson(project, {
    extends: './tsconfig.json',
    compilerOptions: {
      ...{ noEmit: false, noCheck: true, rewriteRelativeImportExtensions: true },
      ...{ rootDir: '.', outDir: folder },
    },
    include: ['src', 'sdk'],
    exclude: ['src/**/*.test.ts', 'src/web/browser'],
  })
  compile(project, source)
  const files = globSync(['src/**/*.*', 'docs/**/*.{md,svg,json}', 'bin/*', 'README.md'], { cwd: source })
  for (const file of files.filter(isRead)) cpSync(join(source, file), join(folder, file))
  // Its own name runs the service where no command is given.
  writeFileSync(
    join(folder, 'bin/formosa-server'),
    "#!/usr/bin/env node\n'use strict'\nif (process.argv.length === 2) process.argv.push('serve')\nrequire('./formosa')\n",
    { mode: 0o755 },
  )

  const { version, description, license, engines, dependencies, allowScripts } = readManifest(source)
  const bin = { formosa: 'bin/formosa', 'formosa-server': 'bin/formosa-server' }
  const manifest = { name: 'formosa-server', version, description, license, type: 'module', engines, bin, dependencies }
  writeJson(join(folder, 'package.json'), {
    ...manifest,
    allowScripts,
    files: ['bin', 'docs', 'sdk', 'src', 'npm-shrinkwrap.json'],
  })
  writeJson(join(folder, 'npm-shrinkwrap.json'), productionLock(source, manifest))
  return pack(folder, source, out)
}

/** The lock file without the packages for development. */
function productionLock(source: string, manifest: Manifest): object {
  const { lockfileVersion, packages } = readLock(source)
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const { name, version } = manifest
  return { name, version, lockfileVersion, packages: { '': manifest, ...Object.fromEntries(needed) } }
}
