import { extname, join } from 'node:path'

/**
 * The path of a module that a thread or a process begins with, by its name without an ending: `.ts` in a checkout, `.js`
 * in the package `formosa-server`, where Node strips no types.
 */
export const moduleFile = (folder: string, name: string): string =>
  join(folder, `${name}${extname(new URL(import.meta.url).pathname)}`)
