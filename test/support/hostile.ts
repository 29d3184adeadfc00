/** What a model that means no good, or is not well, might answer instead of a representation. */

/** The closing price of one stock: what a model that means well answers. */
export const base = {
  shape: 'entities',
  dataset: 'TaiwanStockPrice',
  universe: { ids: ['2330'] },
  when: { kind: 'latest' },
  select: [{ as: 'close', of: { kind: 'column', dataset: 'TaiwanStockPrice', column: 'close' } }],
  where: [],
  by: [],
  order: [],
  limit: null,
  notes: [],
}
const close = base.select[0]!.of
const modelOutput = (change: object): unknown => ({ representation: { ...base, ...change }, refusal: null })
const select = (of: unknown, as = 'a'): unknown => modelOutput({ select: [{ as, of }] })
const deep = (depth: number): unknown => {
  let of: unknown = close
  for (let n = 0; n < depth; n++) of = { kind: 'arithmetic', op: 'add', left: of, right: close }
  return of
}
/** Deeper than any program can print; it is text from the start. */
const deepNesting = (depth: number): string =>
  JSON.stringify(select('@')).replace(
    '"@"',
    `${'{"kind":"arithmetic","op":"add","right":1,"left":'.repeat(depth)}1${'}'.repeat(depth)}`,
  )
const wide = (depth: number): unknown =>
  depth === 0 ? close : { kind: 'arithmetic', op: 'add', left: wide(depth - 1), right: wide(depth - 1) }

/** An honest answer, for comparison. */
export const honest = modelOutput({})

export const hostile: readonly unknown[] = [
  'DROP TABLE users;',
  "SELECT * FROM read_text('/etc/passwd')",
  '```sql\nSELECT * FROM api_keys\n```',
  'I am sorry, I cannot help with that.',
  '',
  '{}',
  '[]',
  '{',
  'null',
  '{"representation": "SELECT * FROM users", "refusal": null}',
  '{"representation": null, "refusal": null}',
  '{"sql": "SELECT * FROM users"}',
  '{"__proto__": {"representation": {}}}',
  '{"representation": {"__proto__": {"shape": "rows"}}}',
  `${'['.repeat(100_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  { representation: null, refusal: { code: 'pwned', words: [] } },
  { representation: {}, refusal: null },
  { representation: [], refusal: null },
  { representation: { ...base, extra: 1 }, refusal: null },
  modelOutput({ shape: 'rows; DROP TABLE users' }),
  modelOutput({ dataset: 'users' }),
  modelOutput({ dataset: 'TaiwanStockPrice; DROP TABLE users' }),
  modelOutput({ dataset: 'duckdb_settings' }),
  modelOutput({ dataset: "read_text('/etc/passwd')" }),
  modelOutput({ dataset: '__proto__' }),
  modelOutput({ universe: { ids: ["2330' OR '1'='1"] } }),
  modelOutput({ universe: { ids: ["'; DROP TABLE users; --"] } }),
  modelOutput({ universe: { ids: Array.from({ length: 5_000 }, () => '2330') } }),
  modelOutput({ universe: { industry: ["x') UNION SELECT content FROM read_text('/etc/passwd') --"] } }),
  modelOutput({ universe: { market: ['NYSE'] } }),
  modelOutput({ universe: { rows: [{ column: 'close) OR (1=1', is: [1] }] } }),
  modelOutput({ universe: { rows: [{ column: 'stock_id', is: ["2330'; --"] }] } }),
  modelOutput({ universe: { constructor: {} } }),
  modelOutput({ when: { kind: 'on', date: "2026-01-01'; DROP TABLE users; --" } }),
  modelOutput({ when: { kind: 'on', date: '2026-02-31' } }),
  modelOutput({ when: { kind: 'last', n: 1e308, unit: 'trading_day' } }),
  modelOutput({ when: { kind: 'last', n: -5, unit: 'year' } }),
  modelOutput({ when: { kind: 'between', from: '9999-99-99', to: null } }),
  modelOutput({ when: { kind: 'next', n: 200, unit: 'parsec' } }),
  modelOutput({ limit: 1e9 }),
  modelOutput({ limit: -1 }),
  modelOutput({ limit: '1; DROP TABLE users' }),
  modelOutput({ limit: Number.MAX_VALUE }),
  modelOutput({ order: [{ by: 'close; DROP TABLE users', descending: true }] }),
  modelOutput({ order: [{ by: 'nothing', descending: true }] }),
  modelOutput({ order: [{ by: 29, descending: true }] }),
  modelOutput({ by: [{ column: '1); DROP TABLE users; --' }], shape: 'groups' }),
  modelOutput({ by: ['industry'], shape: 'groups' }),
  modelOutput({ notes: [{ code: 'name', value: '*/; DROP TABLE users; --\nSELECT 1' }] }),
  modelOutput({ notes: [{ code: 'name', value: '\u0000\u202e' }] }),
  modelOutput({ where: 'true' }),
  modelOutput({ where: [{ kind: 'sql', text: '1=1' }] }),
  modelOutput({ where: [{ kind: 'exists', dataset: 'users', where: [] }] }),
  modelOutput({ where: [{ kind: 'is', of: close, values: ["' OR 1=1 --"] }] }),
  modelOutput({
    where: Array.from({ length: 1_000 }, () => ({ kind: 'exists', dataset: 'TaiwanStockPER', where: [] })),
  }),
  modelOutput({ select: [] }),
  modelOutput({ select: Array.from({ length: 500 }, (_, n) => ({ as: `a${n}`, of: close })) }),
  select(close, 'a"; DROP TABLE users; --'),
  select(close, 'stock_id'),
  select(close, 'A'.repeat(10_000)),
  select({ kind: 'column', dataset: 'TaiwanStockPrice', column: 'rowid' }),
  select({ kind: 'column', dataset: 'TaiwanStockPrice', column: 'close) FROM users --' }),
  select({ kind: 'column', dataset: 'TaiwanStockPrice', column: 'constructor' }),
  select({ kind: 'column', dataset: 'TaiwanStockPrice', column: 'close', entity: "2330'; --" }),
  select({ kind: 'column', dataset: 'TaiwanStockPrice', column: 'close', where: [{ column: 'x', is: [1] }] }),
  select({ kind: 'column', dataset: 'TaiwanStockPrice', column: 'close', fold: 'string_agg' }),
  select({ kind: 'number', value: Number.NaN }),
  select({ kind: 'number', value: 1e308 }),
  select({ kind: 'number', value: 5, unit: "TWD'; --" }),
  select({ kind: 'average', of: close, n: 3_000 }),
  select({ kind: 'average', of: close, n: 1e15 }),
  select({ kind: 'over', fn: 'list', of: close, window: { kind: 'all' } }),
  select({ kind: 'over', fn: 'sum', of: close, window: { kind: 'all' } }),
  select({ kind: 'percentile', of: close, p: 55, window: { kind: 'all' } }),
  select({ kind: 'function', name: 'read_text', args: ['/etc/passwd'] }),
  select({ kind: 'streak', of: { kind: 'streak', of: close } }),
  select(deep(30)),
  deepNesting(10_000),
  select(wide(7)),
  select(wide(12)),
]

const filled =
  (part: string, end = '') =>
  (length: number): string =>
    part.repeat(Math.floor((length - end.length) / part.length)) + end

/** Texts of any length that a careless reader spends more than its time on. */
export const nasty: Readonly<Record<string, (length: number) => string>> = {
  'thoughts that never end': filled('<think>'),
  'thoughts inside thoughts': (length) => filled('<think>')(length >> 1) + filled('</think>')((length >> 1) - 10),
  'thoughts that end at once': filled('<think></think>'),
  'ends of thoughts without a beginning': filled('</think>', '<think>'),
  'almost thoughts': filled('<think'),
  'braces that open': filled('{'),
  'braces that open and close': filled('{}'),
  'objects that never end': filled('{"a":'),
  'objects inside objects': (length) => `${'{"a":'.repeat(length >> 3)}1${'}'.repeat(length >> 3)}`,
  'lists inside lists': (length) => '['.repeat(length >> 1) + ']'.repeat(length >> 1),
  backslashes: filled('\\'),
  'a text of backslashes': (length) => `{"a":"${'\\\\'.repeat((length >> 1) - 8)}"}`,
  'quotation marks': filled('"'),
}
