import type { Sheet } from './sheet.ts'

/** The faults of the stand-in exchange. */
export type ExchangeFault =
  /** A page that refuses, with status 200. */
  | { readonly kind: 'page' }
  /** Sends the reader elsewhere. */
  | { readonly kind: 'redirect' }
  /** Refuses or fails with a status; 429 and 503 may say when to come back, in seconds or as a date. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number | string }
  /** Says that questions come too fast, with status 200. */
  | { readonly kind: 'throttle' }
  /** Breaks off in the middle; `politely` with a length that fits what was sent. */
  | { readonly kind: 'cut'; readonly politely?: boolean }
  /** Responses late, or byte by byte, or never. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'hang' }
  /** Closes the connection before a word. */
  | { readonly kind: 'reset' }
  /** Nothing at all, with status 200. */
  | { readonly kind: 'empty' }
  /** The publisher's own way to say that it has nothing. */
  | { readonly kind: 'nothing' }
  /** The response about another day: the trading day before, unless one is named. */
  | { readonly kind: 'other day'; readonly day?: string }
  /** A column with another title: `title`, or the first one that stands in every row's key. */
  | { readonly kind: 'renamed'; readonly title?: string; readonly as?: string }
  /** Tables and columns in another order, with a table before them that nobody knows. Readers by title do not mind. */
  | { readonly kind: 'moved' }
  /** Every row twice: alike, or the second time with another number in it. */
  | { readonly kind: 'repeated'; readonly alike?: boolean }
  /** Only the first part of the rows, in a response that is whole in form. */
  | { readonly kind: 'fewer rows'; readonly share?: number }
  /** Without the rows that hold one of these ids, in a response that is whole in form. */
  | { readonly kind: 'left out'; readonly ids: readonly string[] }
  /** A cell of one row is something else: the first row, or the one with this id. */
  | { readonly kind: 'wrong'; readonly title: string; readonly text: string; readonly id?: string }
  /** The last cells of a column lie on a straight line, as if somebody had drawn it. */
  | { readonly kind: 'straight'; readonly title: string; readonly cells: number }
  /** Bytes that are no text of the publisher's encoding. */
  | { readonly kind: 'garbled' }

/** A rule: which responses have a fault, which one, and how often. */
export type FaultRule = {
  readonly fault: ExchangeFault
  /** Publisher id; all of them when left out. */
  readonly publisher?: string
  /** What the address holds below the publisher, with its query: `MI_INDEX`, or a pattern. */
  readonly path?: string | RegExp
  /** One of the requested days. */
  readonly day?: string
  /** How many of the matching requests; all of them when left out. */
  readonly times?: number
  /** How many matching requests are answered normally before. */
  readonly after?: number
}

type FaultTarget = {
  readonly publisher: string
  /** The path with its query. */
  readonly address: string
  readonly from: string | null
  readonly to: string | null
}

const matches = ({ publisher, path, day }: FaultRule, { from, to, ...target }: FaultTarget): boolean =>
  (publisher === undefined || publisher === target.publisher) &&
  (path === undefined || (typeof path === 'string' ? target.address.includes(path) : path.test(target.address))) &&
  (day === undefined || (from !== null && to !== null && from <= day && day <= to))

/** The rules of an exchange, each with how often it has been met. */
export function createFaults(given: readonly FaultRule[]) {
  const rules = given.map((fault) => ({ fault, met: 0 }))
  return {
    add(fault: FaultRule): () => void {
      const rule = { fault, met: 0 }
      rules.push(rule)
      return () => {
        const at = rules.indexOf(rule)
        if (at >= 0) rules.splice(at, 1)
      }
    },
    /** The fault of this request; the first rule that is due acts, and only that one counts it. */
    next(target: FaultTarget): ExchangeFault | null {
      for (const rule of rules) {
        const { times = Number.POSITIVE_INFINITY, after = 0, fault } = rule.fault
        if (rule.met >= after + times || !matches(rule.fault, target)) continue
        rule.met++
        if (rule.met > after) return fault
      }
      return null
    },
  }
}

const newTable: Sheet = { title: '全新統計', titles: ['全新欄位', '全新數值'], rows: [['甲', '1']] }
const turned = <T>(list: readonly T[]): T[] => [...list].reverse()

/** Groups lie over columns from left to right, so they turn with them. */
const turnedSheet = (sheet: Sheet): Sheet => ({
  ...sheet,
  titles: turned(sheet.titles),
  rows: sheet.rows.map(turned),
  ...(sheet.groups && { groups: turned(sheet.groups) }),
  ...(sheet.summary && { summary: sheet.summary.map(turned) }),
})

/** Another number in the first cell that holds one which is no code. */
const altered = (row: readonly string[]): string[] => {
  const at = row.findIndex((cell) => /^-?[\d,]*\d\.\d+$/.test(cell))
  return row.map((cell, i) => (i === (at < 0 ? row.length - 1 : at) ? `${cell}1` : cell))
}

/** The tables of a response after something went wrong in their making. */
export function spoiled(sheets: readonly Sheet[], fault: ExchangeFault): readonly Sheet[] {
  const biggest = sheets.reduce((a, b) => (b.rows.length > a.rows.length ? b : a), sheets[0]!)
  const changeOne = (change: (sheet: Sheet) => Sheet) =>
    sheets.map((sheet) => (sheet === biggest ? change(sheet) : sheet))
  switch (fault.kind) {
    case 'renamed':
      return fault.title === undefined
        ? changeOne((sheet) => ({ ...sheet, titles: [fault.as ?? '全新欄位', ...sheet.titles.slice(1)] }))
        : sheets.map((sheet) => ({
            ...sheet,
            titles: sheet.titles.map((title) => (title === fault.title ? (fault.as ?? '全新欄位') : title)),
          }))
    case 'moved':
      return sheets.length > 1 ? [newTable, ...turned(sheets).map(turnedSheet)] : sheets.map(turnedSheet)
    case 'repeated':
      return sheets.map((sheet) => ({
        ...sheet,
        rows: sheet.rows.flatMap((row) => [row, fault.alike === false ? altered(row) : row]),
      }))
    case 'fewer rows':
      return changeOne((sheet) => ({
        ...sheet,
        rows: sheet.rows.slice(0, Math.floor(sheet.rows.length * (fault.share ?? 0.5))),
      }))
    case 'left out':
      return sheets.map((sheet) => ({
        ...sheet,
        rows: sheet.rows.filter((cells) => !cells.some((cell) => fault.ids.includes(cell.trim()))),
      }))
    case 'wrong':
      return sheets.map((sheet) => {
        const at = sheet.titles.indexOf(fault.title)
        const row = sheet.rows.find((cells) => fault.id === undefined || cells.includes(fault.id))
        if (at < 0 || row === undefined) return sheet
        const wrong = row.map((cell, i) => (i === at ? fault.text : cell))
        return { ...sheet, rows: sheet.rows.map((cells) => (cells === row ? wrong : cells)) }
      })
    case 'straight':
      return sheets.map((sheet) => {
        const at = sheet.titles.indexOf(fault.title)
        const first = sheet.rows.length - fault.cells
        const line = (row: number) => String(1000 + (row - first) * 5.25)
        const drawn = (cells: readonly string[], row: number) => cells.map((cell, i) => (i === at ? line(row) : cell))
        return { ...sheet, rows: sheet.rows.map((cells, row) => (row < first ? cells : drawn(cells, row))) }
      })
    default:
      return sheets
  }
}
