import { join } from 'node:path'
import type { Context } from './command.ts'

/** The folder of the journal, the archive and the reports of live data. */
export const ingestFolder = ({ config }: Context): string => join(config.FORMOSA_HOME, 'live', 'ingest')
