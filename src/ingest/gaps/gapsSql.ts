import type { Complete } from '../../catalogue/complete.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { dateSql } from '../../derive/sql.ts'
import { literal } from '../../lake/schema.ts'
import { periodsSql } from './periods.ts'

/**
 * SQL that finds the gaps of a dataset. It reads the shared tables (`trading_days`, `listed`, `halts`, `failures`) and
 * writes temporary ones; `pieces` holds the gaps. Dates are numbered, so that years without a row are one run and
 * nothing is listed date by date.
 */

export type CheckedSpan = {
  /** First and last day to check. */
  readonly from: string
  readonly until: string
  /** Today, if its rows are not expected yet at this hour; else null. */
  readonly early: string | null
}

export type ExpectedDataset = Dataset & { readonly complete: Complete }

/** If at least this share of ids has rows, the publisher left the others out. */
const wholeShare = 0.5

/** The column whose values are checked for rows. */
export const subjectOf = ({ id, complete: { each } }: ExpectedDataset): string | null =>
  each === 'dataset' ? null : each === 'market' ? 'market' : id

const isByList = ({ complete: { each } }: ExpectedDataset): boolean => each === 'security' || each === 'stock'
/** True if single ids can be missing. */
export const hasIds = ({ complete: { each } }: ExpectedDataset): boolean => each !== 'market' && each !== 'dataset'

/** SQL: the expected subjects with first and last day. Rows before a listing or after a delisting extend the days. */
function knownSql(dataset: ExpectedDataset): string {
  if (isByList(dataset))
    return `SELECT u.id AS subject, u.market, least(u.listed, f.first) AS listed,
        CASE WHEN l.last >= u.delisted THEN l.last + 1 ELSE u.delisted END AS delisted,
        u.listed AS listed_on, u.delisted AS delisted_on
      FROM listed u LEFT JOIN spans s ON s.subject = u.id
      LEFT JOIN periods f ON f.i = s.a LEFT JOIN periods l ON l.i = s.b
      ${dataset.complete.each === 'stock' ? "WHERE type = 'stock'" : ''}`
  const isSecurity = subjectOf(dataset) === 'stock_id'
  const delisted = isSecurity ? 'u.delisted' : 'CAST(NULL AS DATE)'
  return `SELECT s.subject, ${dataset.complete.each === 'market' ? 's.subject' : "''"} AS market,
      f.first AS listed, ${delisted} AS delisted, CAST(NULL AS DATE) AS listed_on, ${delisted} AS delisted_on
    FROM spans s JOIN periods f ON f.i = s.a ${isSecurity ? 'LEFT JOIN listed u ON u.id = s.subject' : ''}`
}

/**
 * True if rows are published after their period, for subjects still listed then; bars are for subjects that traded in
 * it.
 */
const isPublishedAfter = ({ every, due }: Complete): boolean => every === 'quarter' || due !== undefined

/** SQL: runs without those that overlap. */
const mergedSql = (runs: string): string => `
  SELECT subject, min(a) AS a, max(b) AS b FROM (
    SELECT *, sum(CAST(begins AS INTEGER)) OVER (PARTITION BY subject ORDER BY a, b ROWS UNBOUNDED PRECEDING) AS run FROM (
      SELECT *, coalesce(a > 1 + max(b) OVER (
        PARTITION BY subject ORDER BY a, b ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ), true) AS begins FROM (${runs})))
  GROUP BY subject, run`

/** SQL that creates `periods`, and `named`, the runs of periods that each subject has rows for. */
export const namedSql = (
  dataset: ExpectedDataset,
  { from, until }: CheckedSpan,
): { readonly periods: string; readonly named: string } => {
  const { name, complete } = dataset
  const runs = `SELECT r.subject, x.i AS a, y.i AS b FROM (FROM presence WHERE dataset = ${literal(name)}) r
    ASOF JOIN periods x ON r.first <= x.first ASOF JOIN periods y ON r.last >= y.first WHERE x.i <= y.i`
  return {
    periods: `CREATE OR REPLACE TEMP TABLE periods AS ${periodsSql(complete, from, until)}`,
    // A week may lie in two parts, a day never.
    named: `CREATE OR REPLACE TEMP TABLE named AS ${complete.every.endsWith('day') ? runs : mergedSql(runs)}`,
  }
}

/** SQL that creates `spans`. */
export const spansSql =
  'CREATE OR REPLACE TEMP TABLE spans AS SELECT subject, min(a) AS a, max(b) AS b, sum(b - a + 1) AS n FROM named GROUP BY subject'

/** SQL: true if every subject has all periods from its first on; most datasets need no further check. */
export const isWholeSql =
  'SELECT coalesce(bool_and(n = (SELECT max(i) FROM periods) - a + 1), false) AS whole FROM spans'

/** True if the expected subjects follow from the dataset's own rows. */
export const tellsItself = (dataset: ExpectedDataset): boolean => !isByList(dataset)

/** SQL: by market and period, how many runs begin there less those that end before it. */
const stepsSql = (runs: string): string => `SELECT market, i, sum(step) AS step FROM (
  SELECT market, a AS i, 1 AS step FROM ${runs} WHERE a IS NOT NULL UNION ALL SELECT market, b + 1, -1 FROM ${runs} WHERE a IS NOT NULL) GROUP BY ALL`

/**
 * SQL that creates `known`, the expected subjects with first and last period (`a`, `b`; null if none), `held`, the
 * runs of periods they have rows for, and `days`, the number of subjects expected and present per market and period.
 */
export const countedSql = (dataset: ExpectedDataset): string[] => {
  const [begins, ends] = isPublishedAfter(dataset.complete) ? ['last', 'due'] : ['shuts', 'opens']
  return [
    `CREATE OR REPLACE TEMP TABLE expected AS ${knownSql(dataset)}`,
    `CREATE OR REPLACE TEMP TABLE known AS
       SELECT CAST(row_number() OVER () AS INTEGER) AS k, s.*, x.a, x.b FROM expected s LEFT JOIN (
         SELECT s.subject, p.i AS a, coalesce(q.i, 0) AS b FROM (
           SELECT subject, listed, coalesce(delisted, DATE '9999-12-31') AS delisted FROM expected WHERE listed IS NOT NULL) s
         ASOF JOIN periods p ON s.listed <= p.${begins} ASOF LEFT JOIN periods q ON s.delisted > q.${ends}
         WHERE coalesce(q.i, 0) >= p.i) x USING (subject)`,
    `CREATE OR REPLACE TEMP TABLE held AS SELECT k.k, k.market, greatest(n.a, k.a) AS a, least(n.b, k.b) AS b
       FROM named n JOIN known k USING (subject) WHERE n.a <= k.b AND n.b >= k.a`,
    // A dataset without rows lacks every period.
    `CREATE OR REPLACE TEMP TABLE days AS
       WITH markets AS (SELECT market FROM known WHERE a IS NOT NULL GROUP BY market UNION ALL SELECT '' WHERE NOT EXISTS (FROM known WHERE a IS NOT NULL)),
       steps AS (${stepsSql('known')}), there AS (${stepsSql('held')})
       SELECT m.market, p.i, coalesce(sum(t.step) OVER (PARTITION BY m.market ORDER BY p.i), 0) AS there,
         CASE WHEN EXISTS (FROM steps) THEN coalesce(sum(s.step) OVER (PARTITION BY m.market ORDER BY p.i), 0) ELSE 1 END AS expected
       FROM markets m CROSS JOIN periods p LEFT JOIN steps s ON s.market = m.market AND s.i = p.i
       LEFT JOIN there t ON t.market = m.market AND t.i = p.i`,
  ]
}

/** Reasons for a missing row on a day `d` that concern more than one id; the first that applies is taken. */
function causes(
  { derived, update, complete }: ExpectedDataset,
  { early }: CheckedSpan,
): [when: string, reason: string, detail: string][] {
  const otherwise = derived === null ? "['not_brought']" : `['computed', ${literal(derived.from.join(', '))}]`
  const list: [string, string, string][] = [['f.kind IS NOT NULL', 'f.kind', 'f.reason']]
  if (early !== null) list.push([`p.last >= ${dateSql(early)}`, "'not_published'", `['expected', ${literal(update)}]`])
  if (derived === null) list.push([`d.there >= ${wholeShare} * d.expected`, "'not_published'", "['left_out']"])
  if (complete.every === 'weekday')
    list.push(['d.there = 0 AND d.i < (SELECT max(b) FROM held)', "'not_published'", "['holiday_abroad']"])
  return [...list, ['true', "'not_loaded'", otherwise]]
}

/** SQL: consecutive dates with equal columns as one run. */
const runsSql = (table: string, alike: string): string => `
  SELECT ${alike}, CAST(min(i) AS INTEGER) AS a, CAST(max(i) AS INTEGER) AS b
  FROM (SELECT *, i - row_number() OVER (PARTITION BY ${alike} ORDER BY i) AS island FROM ${table}) GROUP BY ${alike}, island`

/** SQL that creates `pieces`: runs of missing periods with their reason. */
export function piecesSql(dataset: ExpectedDataset, span: CheckedSpan): string[] {
  const causeList = causes(dataset, span)
  const choose = (at: 1 | 2) => `CASE ${causeList.map((cause) => `WHEN ${cause[0]} THEN ${cause[at]}`).join(' ')} END`
  const tagged = `SELECT d.market, d.i, d.there = 0 AS is_whole, ${choose(1)} AS reason, ${choose(2)} AS detail
    FROM days d JOIN periods p ON p.i = d.i LEFT JOIN (
      SELECT g.market, p.i, min(f.kind) AS kind, min_by(f.reason, f.kind) AS reason FROM failures f
      JOIN periods p ON p.last >= f.f AND p.first <= f.t
      JOIN (SELECT DISTINCT market FROM days) g ON f.market IS NULL OR g.market = '' OR f.market = g.market
      WHERE f.dataset = ${literal(dataset.name)} AND f.id IS NULL GROUP BY ALL) f ON f.i = d.i AND f.market = d.market
    WHERE d.there < d.expected`
  const wholes = 'SELECT CAST(NULL AS INTEGER) AS k, market, a, b, reason, detail FROM segments WHERE is_whole'
  return [
    `CREATE OR REPLACE TEMP TABLE segments AS ${runsSql(`(${tagged})`, 'market, is_whole, reason, detail')}`,
    ...(hasIds(dataset)
      ? [
          // The runs between the rows of each id.
          `CREATE OR REPLACE TEMP TABLE runs AS
             WITH short AS (SELECT k.k, k.market, k.a, k.b FROM known k LEFT JOIN (SELECT k, sum(b - a + 1) AS n FROM held GROUP BY k) h USING (k)
               WHERE k.a IS NOT NULL AND coalesce(h.n, 0) < k.b - k.a + 1),
             marks AS (SELECT h.k, h.a, h.b FROM held h SEMI JOIN short USING (k) UNION ALL SELECT k, a - 1, a - 1 FROM short UNION ALL SELECT k, b + 1, b + 1 FROM short)
             SELECT m.k, s.market, m.b + 1 AS a, m.next - 1 AS b
             FROM (SELECT k, b, lead(a) OVER (PARTITION BY k ORDER BY a) AS next FROM marks) m JOIN short s USING (k) WHERE m.next > m.b + 1`,
          `CREATE OR REPLACE TEMP TABLE shared AS
             SELECT CAST(row_number() OVER () AS INTEGER) AS piece, r.k, r.market, greatest(r.a, s.a) AS a, least(r.b, s.b) AS b, s.reason, s.detail
             FROM runs r JOIN segments s ON s.market = r.market AND s.a <= r.b AND s.b >= r.a WHERE NOT s.is_whole`,
          // A halt or a quarantined row of the id itself is the better reason for its days.
          `CREATE OR REPLACE TEMP TABLE stops AS
             SELECT s.piece, h.reason, h.detail, greatest(s.a, min(p.i)) AS a, least(s.b, max(p.i)) AS b FROM shared s JOIN known k USING (k)
             JOIN (SELECT id, f, t, 'halted' AS reason, detail FROM halts
               UNION ALL SELECT id, f, t + 1, kind, reason FROM failures WHERE id IS NOT NULL AND dataset = ${literal(dataset.name)}) h ON h.id = k.subject
             JOIN periods p ON p.i BETWEEN s.a AND s.b AND CASE WHEN h.reason = 'halted' THEN p.opens >= h.f AND p.shuts < h.t ELSE p.last >= h.f AND p.first < h.t END
             GROUP BY s.piece, s.a, s.b, h.reason, h.detail, h.f`,
        ]
      : []),
    `CREATE OR REPLACE TEMP TABLE pieces AS ${wholes} ${
      hasIds(dataset)
        ? `UNION ALL
           SELECT c.k, c.market, c.a, c.b, coalesce(h.reason, c.reason), coalesce(h.detail, c.detail)
           FROM (SELECT s.piece, s.k, s.market, s.reason, s.detail, c.i AS a, coalesce(lead(c.i) OVER (PARTITION BY s.piece ORDER BY c.i) - 1, s.b) AS b
             FROM shared s JOIN (SELECT piece, a AS i FROM shared UNION SELECT piece, a FROM stops UNION SELECT t.piece, t.b + 1 FROM stops t) c
               ON c.piece = s.piece AND c.i BETWEEN s.a AND s.b) c
           LEFT JOIN (SELECT c.piece, c.i, min(t.reason) AS reason, min_by(t.detail, t.reason) AS detail FROM (SELECT piece, a AS i FROM shared UNION SELECT piece, a FROM stops UNION SELECT piece, b + 1 FROM stops) c
             JOIN stops t ON t.piece = c.piece AND c.i BETWEEN t.a AND t.b GROUP BY ALL) h ON h.piece = c.piece AND h.i = c.a`
        : ''
    }`,
  ]
}

/** SQL: the periods before a listing and after a delisting. */
const notListedSql = `
  SELECT k.k, k.market, 1 AS a, CAST(coalesce(k.a - 1, n.n) AS INTEGER) AS b, 'not_listed' AS reason, ['listed', CAST(k.listed_on AS VARCHAR)] AS detail
    FROM known k, (SELECT max(i) AS n FROM periods) n
    WHERE k.listed_on IS NOT NULL AND (k.a > 1 OR (k.a IS NULL AND k.delisted_on IS NULL))
  UNION ALL SELECT k.k, k.market, CAST(coalesce(k.b + 1, 1) AS INTEGER), n.n, 'not_listed', ['delisted', CAST(k.delisted_on AS VARCHAR)]
    FROM known k, (SELECT max(i) AS n FROM periods) n WHERE k.delisted_on IS NOT NULL AND (k.b < n.n OR k.b IS NULL)`

/** SQL: the gaps, newest first. */
export const gapsSql = (dataset: ExpectedDataset, hasPieces: boolean): string => {
  const parts = [...(hasPieces ? ['SELECT * FROM pieces'] : []), ...(hasIds(dataset) ? [notListedSql] : [])]
  return `SELECT ${hasIds(dataset) ? 'k.subject' : 'CAST(NULL AS VARCHAR)'} AS id, nullif(g.market, '') AS market, CAST(p.first AS VARCHAR) AS "from", CAST(q.last AS VARCHAR) AS "to",
      g.b - g.a + 1 AS dates, g.reason, g.detail
    FROM (${parts.join(' UNION ALL ')}) g JOIN periods p ON p.i = g.a JOIN periods q ON q.i = g.b LEFT JOIN known k ON k.k = g.k
    ORDER BY p.first DESC, market NULLS FIRST, id NULLS FIRST, q.last DESC`
}
