// JavaScript, since any Node that a test starts has to load it.
import * as module from 'node:module'

/*
 * Loaded first into every process of a test. Tests start hundreds of processes and threads, each of which loads
 * hundreds of modules, and a quarter of that time would go into looking for files that an import names exactly.
 */

const folderOf = (url) => url.slice(0, url.lastIndexOf('/'))

/** Folders of packages in which a file .js is known to be a module. */
const ofModules = new Set()

module.registerHooks?.({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    const isExact = specifier.startsWith('.') && parentURL?.startsWith('file:') && conditions.includes('import')
    const url = isExact ? new URL(specifier, parentURL).href : null
    if (url?.endsWith('.ts')) return { url, format: 'module-typescript', shortCircuit: true }
    if (url?.endsWith('.js') && ofModules.has(folderOf(url))) return { url, format: 'module', shortCircuit: true }
    const found = next(specifier, context)
    if (found.format === 'module' && found.url.endsWith('.js')) ofModules.add(folderOf(found.url))
    return found
  },
})
