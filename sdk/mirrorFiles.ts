/** Rows as files of lines, in the order of their keys. Both clients write the same bytes. */

type Handle = {
  readonly appendFile: (text: string) => Promise<void>
  readonly read: (buffer: Uint8Array) => Promise<{ readonly bytesRead: number }>
  readonly sync: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The functions of Node that a mirror uses. */
export type Files = {
  readonly mkdir: (path: string, options: { readonly recursive: true }) => Promise<unknown>
  readonly open: (path: string, flags: 'r' | 'w') => Promise<Handle>
  readonly readFile: (path: string, encoding: 'utf8') => Promise<string>
  readonly readdir: (path: string) => Promise<string[]>
  readonly rename: (from: string, to: string) => Promise<void>
  readonly rm: (path: string, options: { readonly force: true }) => Promise<void>
  readonly stat: (path: string) => Promise<{ readonly size: number }>
}

/** Loaded when it is used, and by a name that bundlers for browsers do not follow. */
export async function openFiles(): Promise<Files> {
  const name = 'node:fs/promises'
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as Files
}

export type MirroredRow = Readonly<Record<string, unknown>>
type Key = readonly unknown[]
/** What became of a key: its row, or null where it is gone. */
export type Keyed<R = MirroredRow | null> = { readonly key: Key; readonly row: R }

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/** The order of the UTF-8 bytes, which differs from JavaScript's beyond the surrogates. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

/** Values of one column are of one type. */
function compareKeys(a: Key, b: Key): number {
  for (const [i, value] of a.entries()) {
    const other = b[i]
    const order =
      typeof value === 'string' && typeof other === 'string'
        ? compareTexts(value, other)
        : Number(value) - Number(other)
    if (order !== 0) return order
  }
  return 0
}

const inOrder = <R>(items: Iterable<Keyed<R>>): Keyed<R>[] => [...items].sort((a, b) => compareKeys(a.key, b.key))

export const keyOf = (row: MirroredRow, names: readonly string[]): Key => names.map((name) => row[name])

async function* linesOf(files: Files, path: string): AsyncGenerator<string, void> {
  const handle = await files.open(path, 'r')
  const [buffer, decoder] = [new Uint8Array(1 << 20), new TextDecoder()]
  let rest = ''
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer)
      if (bytesRead === 0) return
      const lines = (rest + decoder.decode(buffer.subarray(0, bytesRead), { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines
    }
  } finally {
    await handle.close()
  }
}

/** The lines of a file with some keys changed. */
async function* changedLines(
  lines: AsyncIterable<string>,
  changed: readonly Keyed[],
  names: readonly string[],
): AsyncGenerator<string, void> {
  let next = 0
  const fresh = ({ row }: Keyed): string[] => (row === null ? [] : [JSON.stringify(row)])
  for await (const line of lines) {
    const key = keyOf(JSON.parse(line) as MirroredRow, names)
    let order = -1
    while (next < changed.length) {
      order = compareKeys(key, changed[next]!.key)
      if (order < 0) break
      yield* fresh(changed[next++]!)
      if (order === 0) break
    }
    if (order !== 0) yield line
  }
  for (; next < changed.length; next++) yield* fresh(changed[next]!)
}

/** What a file has. */
export type Written = { readonly rows: number; readonly bytes: number }

/** Writes lines to a file that gets its name later; null where there are none. */
async function write(files: Files, path: string, lines: AsyncIterable<string>): Promise<Written | null> {
  const handle = await files.open(path, 'w')
  let [rows, waiting] = [0, '']
  try {
    for await (const line of lines) {
      rows++
      waiting += `${line}\n`
      if (waiting.length < 1 << 20) continue
      await handle.appendFile(waiting)
      waiting = ''
    }
    await handle.appendFile(waiting)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return rows === 0 ? null : { rows, bytes: (await files.stat(path)).size }
}

async function* texts(rows: readonly Keyed<MirroredRow>[]): AsyncGenerator<string, void> {
  for (const { row } of rows) yield JSON.stringify(row)
}

export const writeRows = (files: Files, path: string, rows: Iterable<Keyed<MirroredRow>>): Promise<Written | null> =>
  write(files, path, texts(inOrder(rows)))

/** Writes a file again with some keys changed; `from` is null where there is none yet. */
export function writeChanged(
  files: Files,
  { from, to }: { readonly from: string | null; readonly to: string },
  changed: Iterable<Keyed>,
  names: readonly string[],
): Promise<Written | null> {
  const before = from === null ? (async function* () {})() : linesOf(files, from)
  return write(files, to, changedLines(before, inOrder(changed), names))
}

/** Writes a text whole or not at all. */
export async function replace(files: Files, path: string, text: string): Promise<void> {
  const handle = await files.open(`${path}.new`, 'w')
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await files.rename(`${path}.new`, path)
}
