import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'

/** Values that cost time and never change: what the models guess of a question, and the rows of a statement. */
export type Kept = <T>(kind: 'guess' | 'rows', key: string, make: () => Promise<T>) => Promise<T>

/** Larger values are made again. */
const mostBytes = 4 << 20

/** Keeps values in a file, so that a change of rules is measured without asking the models again. */
export function openKept(file: string | undefined): Kept {
  if (file === undefined) return (_, __, make) => make()
  const database = new DatabaseSync(file)
  database.exec(
    'CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID; PRAGMA synchronous=OFF',
  )
  const read = database.prepare('SELECT value FROM kept WHERE key = ?')
  const write = database.prepare('INSERT OR REPLACE INTO kept VALUES (?, ?)')
  return async (kind, key, make) => {
    const hash = createHash('sha256').update(`${kind} ${key}`).digest('hex')
    const known = read.get(hash)
    if (known) return deserialize(known.value as Buffer)
    const made = await make()
    const value = serialize(made)
    if (value.length <= mostBytes) write.run(hash, value)
    return made
  }
}
