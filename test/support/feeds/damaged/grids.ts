import { csv } from '../../../../src/sources/csv.ts'
import { sniffed } from '../../../../src/sources/sniffed.ts'
import { encoded } from '../../encoded.ts'
import { pageGrids } from './pageGrids.ts'

/** Responses taken apart into their tables and put together again, whatever format they came in, to be damaged. */

export type Grid = {
  /** Empty where the publisher gives none. */
  readonly titles: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
  /** Whether each cell carries its title, so that none can take another's place. */
  readonly isKeyed: boolean
  /** Whether its titles stand over other rows too, such as totals that come apart from it. */
  readonly isShared: boolean
  /** Puts other titles and rows in their place. */
  readonly put: (titles: readonly string[], rows: readonly (readonly unknown[])[]) => void
}

export type Editable = {
  readonly format: 'json' | 'csv' | 'page'
  readonly grids: readonly Grid[]
  readonly bytes: () => Uint8Array
  /** Moves the last table of the response to its front; false where it has but one. */
  readonly turn: () => boolean
}

type Node = Record<string, unknown>
const isObject = (node: unknown): node is Node => typeof node === 'object' && node !== null && !Array.isArray(node)
const isTable = (node: Node): boolean => Array.isArray(node.fields) && Array.isArray(node.data)

/** The keys that every object has come first, so that columns have places. */
const keysOf = (list: readonly Node[]): string[] => [...new Set(list.flatMap(Object.keys))]

function listGrid(list: Node[]): Grid {
  const titles = keysOf(list)
  return {
    titles,
    isKeyed: true,
    isShared: false,
    rows: list.map((row) => titles.map((title) => row[title])),
    put(names, rows) {
      const made = rows.map((row) =>
        Object.fromEntries(
          names.flatMap((name, at) => (at < row.length && row[at] !== undefined ? [[name, row[at]]] : [])),
        ),
      )
      list.splice(0, list.length, ...made)
    },
  }
}

function tableGrid(node: Node, fields: string, data: string): Grid {
  return {
    titles: (node[fields] as unknown[]).map(String),
    isKeyed: false,
    isShared: Array.isArray(node.summary),
    rows: node[data] as unknown[][],
    put(titles, rows) {
      // Where a table counts its rows, the damage is not in the count.
      for (const count of ['total', 'totalCount'])
        if (typeof node[count] === 'number' && node[count] === (node[data] as unknown[]).length)
          node[count] = rows.length
      node[fields] = [...titles]
      node[data] = rows
    },
  }
}

function gridsIn(node: unknown): Grid[] {
  if (Array.isArray(node))
    return node.length > 0 && node.every((one) => isObject(one) && !isTable(one) && !Array.isArray(one.tables))
      ? [listGrid(node as Node[])]
      : node.flatMap(gridsIn)
  if (!isObject(node)) return []
  if (isTable(node)) return [tableGrid(node, 'fields', 'data')]
  const numbered = Object.keys(node).flatMap((key) => {
    const data = key.replace('fields', 'data')
    return /^fields\d+$/.test(key) && Array.isArray(node[data]) ? [tableGrid(node, key, data)] : []
  })
  return numbered.length > 0 ? numbered : Object.values(node).flatMap(gridsIn)
}

function editableJson(text: string): Editable {
  const body: unknown = JSON.parse(text)
  const tables = isObject(body) && Array.isArray(body.tables) ? body.tables : []
  return {
    format: 'json',
    grids: gridsIn(body),
    bytes: () => encoded(JSON.stringify(body), 'utf-8'),
    turn() {
      if (tables.length < 2) return false
      tables.unshift(tables.pop())
      return true
    },
  }
}

const quoted = (cell: unknown): string => {
  const text = String(cell ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Remarks below the rows stay where they are. */
function editableFile(bytes: Uint8Array): Editable {
  const isUtf8 = isDecodable(bytes)
  const text = sniffed(bytes)
  const lines = text.split('\n')
  const remarksFrom = lines.findIndex((line, at) => at > 0 && (line.trim() === '' || /^\W?備註/.test(line)))
  const remarks = lines.slice(remarksFrom).join('\n')
  const [head = [], ...rest] = csv(`${lines.slice(0, remarksFrom).join('\n')}\n`)
  let [titles, rows]: [readonly string[], readonly (readonly unknown[])[]] = [head, rest]
  return {
    format: 'csv',
    grids: [
      {
        titles: head,
        isKeyed: false,
        isShared: false,
        rows: rest,
        put(names, cells) {
          titles = names
          rows = cells
        },
      },
    ],
    bytes: () =>
      encoded(
        `${[titles, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n${remarks}`,
        isUtf8 ? 'utf-8' : 'big5',
      ),
    turn: () => false,
  }
}

function isDecodable(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function editablePage(bytes: Uint8Array): Editable {
  const isUtf8 = isDecodable(bytes)
  const page = pageGrids(sniffed(bytes))
  return {
    format: 'page',
    grids: page.grids,
    bytes: () => encoded(page.text(), isUtf8 ? 'utf-8' : 'big5'),
    turn: () => false,
  }
}

/** The response, to be changed; null where it is none of tables. */
export function opened(bytes: Uint8Array): Editable {
  const start = sniffed(bytes.subarray(0, 200)).trimStart()
  if (/^[[{]/.test(start)) return editableJson(new TextDecoder().decode(bytes))
  return start.startsWith('<') ? editablePage(bytes) : editableFile(bytes)
}
