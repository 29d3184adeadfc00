import { DamagedError } from '../../errors.ts'
import type { Archive } from './archive.ts'
import type { StoredResponse } from './journalRecords.ts'

/** Why the bytes of a response cannot be read any more; null if they can. */
export async function lossOf(
  { file, sha256, prunedAt }: Pick<StoredResponse, 'file' | 'sha256' | 'prunedAt'>,
  archive: Pick<Archive, 'read'>,
): Promise<string | null> {
  try {
    await archive.read({ file: file!, sha256: sha256! })
    return null
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error
    return prunedAt === null ? 'is missing or damaged' : `was pruned on ${prunedAt.slice(0, 10)}`
  }
}

/** The outcome of a response whose rows the lake lacks and whose bytes are gone. */
export const lostOutcome = ({ file }: Pick<StoredResponse, 'file'>, why: string) =>
  ({ kind: 'lost', reason: `the lake lacks its rows, and its archived file ${file} ${why}` }) as const

/** The same for the quarantine. */
export const lostEntry = (
  { id, key, dataset, file }: Pick<StoredResponse, 'id' | 'key' | 'dataset' | 'file'>,
  reason: string,
) => ({
  entry: { dataset, rule: 'unreadable', message: reason, key: { question: key }, row: { file } },
  answer: String(id),
})
