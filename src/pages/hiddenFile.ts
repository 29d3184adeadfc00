import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dataset } from '../catalogue/dataset.ts'
import { sealJson } from '../disk.ts'
import { linkOrCopy } from '../lake/files.ts'
import type { FileReader } from './file.ts'
import { hiddenBit, lengthMask, type PartPages } from './format.ts'
import { type HiddenDays, hiddenRule, isHiddenById } from './hidden.ts'
import type { PageList } from './list.ts'
import { type OpenFile, openPart } from './open.ts'
import { groupOf } from './pieceIndex.ts'

/** The same part in an earlier version of the pages. */
type Before = { readonly old: PartPages; readonly list: PageList; readonly folder: string }

/** Number and bytes of hidden rows by day. */
type Counts = Map<number, [rows: number, bytes: number]>

/** Adds the rows of a file from one row to another; `times` is -1 for those that are shown again. */
function count(counts: Counts, reader: FileReader, file: OpenFile, from: number, to: number, times: 1 | -1): void {
  const entries = reader.entries(file, from, to)
  for (let i = 0; i < entries.length; i += 2) {
    const [entry, date] = [entries[i]!, entries[i + 1]!]
    if (file.inactive !== null && (entry & hiddenBit) === 0) continue
    const day = counts.get(date) ?? [0, 0]
    day[0] += times
    day[1] += times * (entry & lengthMask)
    counts.set(date, day)
  }
}

/** Whether two lists of ids are the same. */
const areSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.join() === b.join()

/**
 * The days with hidden rows of a part. If the same rows were counted before, only those of ids that were delisted since,
 * or listed again, are read; if there are none, the result is `before` itself.
 */
function hiddenDaysOf(
  reader: FileReader,
  dataset: Dataset,
  made: PartPages,
  folder: string,
  inactive: ReadonlySet<string>,
  before: HiddenDays | null,
): HiddenDays {
  // Every row of the part is looked at as if it might be hidden.
  const looked = { ...made, hidden: { name: '', bytes: 0, rows: 0 } }
  const { byId, byDate } = openPart(dataset, looked, inactive, (name) => join(folder, name))
  const counts: Counts = new Map(before?.days.map(([date, rows, bytes]) => [date, [rows, bytes]]))
  const ids: string[] = []
  if (!isHiddenById(dataset)) count(counts, reader, byDate, 0, byDate.count, 1)
  else {
    const { groups } = reader.index(byId!)
    const rowsOf = (id: string): [number, number] | null => {
      const group = groupOf(groups, Buffer.from(id))
      return group < 0 ? null : [groups.firsts[group]!, groups.firsts[group + 1]!]
    }
    const was = new Set(before?.ids)
    for (const id of inactive) {
      const rows = was.has(id) ? null : rowsOf(id)
      if (rows) count(counts, reader, byId!, ...rows, 1)
      if (rows || was.has(id)) ids.push(id)
    }
    for (const id of was) if (!inactive.has(id)) count(counts, reader, byId!, ...rowsOf(id)!, -1)
    if (before && ids.length === was.size && ids.every((id) => was.has(id))) return before
  }
  const days = [...counts].filter(([, [rows]]) => rows > 0).sort(([a], [b]) => b - a)
  return { ids, days: days.map(([date, [rows, bytes]]) => [date, rows, bytes]) }
}

/** Writes the file of a part's hidden rows, where it has any, or links that of an earlier version. */
export async function addHidden(
  reader: FileReader,
  dataset: Dataset,
  made: PartPages,
  folder: string,
  inactive: ReadonlySet<string>,
  before: Before | null,
): Promise<PartPages> {
  if (made.count === 0 || hiddenRule(dataset, inactive) === null) return { ...made, hidden: null }
  const link = async ({ old, folder: from }: Before): Promise<PartPages> => {
    if (old.hidden) await linkOrCopy(join(from, old.hidden.name), join(folder, old.hidden.name))
    return { ...made, hidden: old.hidden }
  }
  if (before && (!isHiddenById(dataset) || areSame(before.list.inactive, [...inactive]))) return link(before)
  const { byDate } = before
    ? openPart(dataset, before.old, new Set(before.list.inactive), (name) => join(before.folder, name))
    : { byDate: null }
  const known = before ? ((byDate && reader.hiddenDays(byDate)) ?? { ids: [], days: [] }) : null
  const hidden = hiddenDaysOf(reader, dataset, made, folder, inactive, known)
  if (before && hidden === known) return link(before)
  if (hidden.days.length === 0) return { ...made, hidden: null }
  // Ids may be delisted while the rows stay as they are.
  const name = made.files[0]!.name.replace(/\.\w+\.rows$/, '.hidden')
  const text = Buffer.from(sealJson(hidden))
  await writeFile(join(folder, name), text)
  return { ...made, hidden: { name, bytes: text.length, rows: hidden.days.reduce((sum, [, rows]) => sum + rows, 0) } }
}
