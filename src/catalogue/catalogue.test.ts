import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { categories, columnsOf, tableOf, tiers } from './dataset.ts'
import { catalogue, contractDatasets, find, series } from './index.ts'

const chinese = /\p{Script=Han}/u

test('the catalogue lists every file of every category folder, each in the folder of its category, and every series', () => {
  for (const category of categories)
    assert.deepEqual(
      readdirSync(resolve(import.meta.dirname, category)).sort(),
      contractDatasets
        .filter((known) => known.category === category)
        .map(({ name }) => `${name}.ts`)
        .sort(),
    )
  assert.deepEqual(
    readdirSync(resolve(import.meta.dirname, 'series')).sort(),
    series.map(({ name }) => `${name}.ts`).sort(),
  )
  for (const known of catalogue) assert.equal(find(known.name), known)
})

test('a table is the dataset name in snake case', () => {
  for (const [name, table] of [
    ['TaiwanStockPER', 'taiwan_stock_per'],
    ['USStockPrice', 'us_stock_price'],
    ['TaiwanStock10Year', 'taiwan_stock_10_year'],
    ['TaiwanIndex5Seconds', 'taiwan_index_5_seconds'],
    ['TaiwanCBOverview', 'taiwan_cb_overview'],
    ['TaiwanStock5SecondsOrderStats', 'taiwan_stock_5_seconds_order_stats'],
  ] as const)
    assert.equal(tableOf({ name }), table)
})

test('key, date and id are columns, a key is never null and a date is a date', () => {
  for (const { name, columns, key, date, id, filters, example } of catalogue) {
    for (const column of key) assert.ok(columns[column] && !columns[column].nullable, `${name}.${column}`)
    assert.equal(columns[date]?.kind, 'date', name)
    assert.ok(!columns[date].nullable, name)
    assert.ok(id === null || columns[id], name)
    if (id === null) assert.equal(example, null, name)
    for (const column of [filters.period, filters.include_expired])
      assert.ok(column === undefined || columns[column], name)
  }
})

test('one column name has one kind in every dataset', () => {
  const kinds = new Map<string, string>()
  for (const known of catalogue)
    for (const [column, { kind }] of columnsOf(known)) {
      assert.equal(kind, kinds.get(column) ?? kind, `${known.name}.${column}`)
      kinds.set(column, kind)
    }
})

test('include_inactive applies wherever stock_id holds Taiwan securities, except to lists of those that left', () => {
  const without = ['TaiwanStockDelisting']
  for (const { name, id, columns, filters } of catalogue) {
    const isSecurity = id === 'stock_id' && columns.stock_id!.label.en.startsWith('Security code')
    assert.equal(filters.include_inactive ?? false, isSecurity && !without.includes(name), name)
  }
})

test('every label is short and in both languages', () => {
  for (const known of catalogue)
    for (const [column, { label }] of columnsOf(known)) {
      assert.ok(label.en.length > 0 && label.en.length <= 60, `${known.name}.${column}: ${label.en}`)
      assert.match(label.zh, chinese, `${known.name}.${column}`)
      assert.doesNotMatch(label.en, chinese, `${known.name}.${column}`)
    }
})

test('titles, descriptions, notes and synonyms are written for readers, in both languages', () => {
  const internals = /finmind|twstock|connector|scrap(er|e)|todo|fixme|openapi|upsert|inferred|the spec\b/i
  for (const { name, title, about, notes, also, derived } of catalogue) {
    for (const { en, zh } of [title, about, ...(notes ? [notes] : [])]) {
      assert.ok(en.length > 0, name)
      assert.match(zh, chinese, name)
      // Chinese text uses fullwidth punctuation.
      assert.doesNotMatch(zh, /\p{Script=Han}[,;:()]|[,;:()]\p{Script=Han}/u, name)
      assert.doesNotMatch(`${en} ${zh}`, internals, name)
    }
    assert.doesNotMatch(derived?.rule ?? '', internals, name)
    for (const words of [also.en, also.zh]) {
      assert.ok(words.length >= 2 && words.length <= 6, name)
      assert.equal(new Set(words).size, words.length, name)
    }
  }
})

test('an update time is one time of day', () => {
  for (const { name, update } of catalogue) assert.match(update, /^([01]\d|2[0-3]):[0-5]\d$/, name)
})

test('a computed dataset names the other datasets it is computed from', () => {
  for (const { name, derived } of catalogue)
    for (const source of derived?.from ?? []) {
      assert.ok(find(source), `${name}: ${source}`)
      assert.notEqual(source, name)
    }
})

test('a series of ours is computed, and needs the tier of each of its inputs', () => {
  for (const known of catalogue) assert.equal(known.isOurs, series.includes(known), known.name)
  for (const { name, tier, derived, columns } of series) {
    assert.ok(derived?.formula, name)
    assert.match(derived.formula.zh, chinese, name)
    assert.deepEqual(Object.keys(derived.inputs ?? {}).sort(), derived.from.toSorted(), name)
    for (const { id, from, to, when } of Object.values(derived.inputs!))
      for (const column of [id, from, to, when?.[0]])
        assert.ok(column === undefined || column.startsWith('=') || columns[column], `${name}: ${column}`)
    for (const source of derived.from)
      assert.ok(tiers.indexOf(tier) >= tiers.indexOf(find(source)!.tier), `${name}: ${source}`)
  }
})

const definitions = resolve(import.meta.dirname, '../../../shared/datasets/datasets.json')
const skip = existsSync(definitions) ? false : `no contract of the datasets: put it at ${definitions}`

/** Columns beyond the definitions, after the defined ones, and nullable. */
const additions: Readonly<Record<string, readonly string[]>> = {
  // Open data publish a reference rate, which is no quotation of a bank.
  ExchangeRate: ['reference_rate'],
}
/** Columns that may be null beyond the definitions, because a source may lack what they are computed from. */
const unknown: Readonly<Record<string, readonly string[]>> = {
  // Without an ex-day that the prices show, the factor of earlier days is unknown.
  TaiwanStockPriceAdj: ['adjustment_factor'],
}

test('tiers, columns, types, keys and tables equal datasets.json', { skip }, () => {
  type Definition = {
    name: string
    tier: string
    table: string
    key_date_column: string
    stock_id_column: string | null
    supports_stock_id: boolean
    primary_key: string[]
    columns: { name: string; type: string; nullable: boolean; unit?: string | null }[]
  }
  const defined: Definition[] = JSON.parse(readFileSync(definitions, 'utf8'))
  assert.deepEqual(contractDatasets.map(({ name }) => name).sort(), defined.map(({ name }) => name).sort())
  assert.equal(defined.length, 73)
  for (const definition of defined) {
    const known = find(definition.name)
    assert.ok(known, definition.name)
    const own = additions[definition.name] ?? []
    for (const [at, name] of own.entries()) {
      assert.equal(columnsOf(known).at(at - own.length)![0], name)
      assert.equal(known.columns[name]!.nullable, true)
    }
    assert.deepEqual(
      columnsOf(known)
        .filter(([name]) => !own.includes(name))
        .map(([name, { kind, scale, nullable = false, unit = null }]) => ({
          name,
          type: kind === 'decimal' ? `decimal(${scale})` : kind,
          nullable,
          unit,
        })),
      definition.columns.map(({ name, type, nullable, unit = null }) => ({
        name,
        type: type === 'string' ? 'text' : type,
        nullable: nullable || (unknown[definition.name] ?? []).includes(name),
        unit,
      })),
      definition.name,
    )
    assert.deepEqual(
      [known.tier, tableOf(known), known.key, known.date, known.id],
      [
        definition.tier,
        definition.table,
        definition.primary_key,
        definition.key_date_column,
        definition.supports_stock_id ? (definition.stock_id_column ?? 'stock_id') : null,
      ],
      definition.name,
    )
  }
})

test('an expectation of completeness refers to columns of its dataset', () => {
  for (const { name, complete, id, columns, retention } of catalogue) {
    if (complete === null) continue
    const { every, each, due } = complete
    if (each === 'market') assert.equal(columns.market?.kind, 'text', name)
    if (each === 'id') assert.notEqual(id, null, name)
    if (each === 'security' || each === 'stock') assert.equal(id, 'stock_id', name)
    if (due !== undefined) assert.ok(['weekday', 'week', 'month'].includes(every), name)
    if (retention?.kind === 'newest') assert.equal(each, 'dataset', name)
  }
})
