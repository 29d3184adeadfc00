import { closeSync, existsSync, openSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance, StatementType } from '@duckdb/node-api'
import { functions, ownFunctions } from '../guard/allowed.ts'
import { guard } from '../guard/guard.ts'
import { Refused } from '../guard/rule.ts'
import { encode } from './encode.ts'
import { type Answer, names, type Question, type ToChild } from './messages.ts'
import { pageOf, planOf } from './page.ts'

/** A database that holds the tables it was given and can reach nothing else. */
export type World = { readonly answer: (question: Question) => Promise<Answer> }

/** Node itself needs some; the engine's own limit is what it keeps track of, which is not all it takes. */
const engineShare = 0.6

/** The user without rights, by whose name nothing can be written. */
const nobody = 65_534

/** Run by root, the child gives up that right, unless only root may read the files. */
function stepDown(files: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  process.setgroups!([])
  process.setegid!(nobody)
  process.seteuid!(nobody)
  try {
    for (const file of files) closeSync(openSync(file, 'r'))
  } catch {
    process.seteuid!(0)
    process.setegid!(0)
    return
  }
  process.seteuid!(0)
  process.setgid!(nobody)
  process.setuid!(nobody)
}

export async function openWorld(terms: Extract<ToChild, { kind: 'open' }>): Promise<World> {
  stepDown(terms.isLate ? terms.files.filter((file) => existsSync(file)) : terms.files)
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${Math.floor((terms.memoryBytes * engineShare) / 1e6)}MB`,
    threads: String(terms.threads),
    temp_directory: '',
    max_temp_directory_size: '0B',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
  })
  const maker = await instance.connect()
  const unmade = new Map(terms.make.map(({ table, sql }) => [table, sql]))
  if (!terms.isLate) await makeTables(maker, [...unmade.keys()])
  await maker.run("SET GLOBAL TimeZone = 'Asia/Taipei'")
  await maker.run(`SET GLOBAL allowed_paths = ${terms.allowed}`)
  await maker.run('SET GLOBAL enable_external_access = false')
  await maker.run('SET GLOBAL lock_configuration = true')
  maker.closeSync()

  async function makeTables(connection: DuckDBConnection, tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      for (const sql of unmade.get(table)!) await connection.run(sql)
      unmade.delete(table)
    }
  }

  const world: World = {
    async answer({ sql, maxRows, maxBytes, instead = [], values = [], as, isOurs = false }) {
      // Its own connection: a streamed result ends early, without a word, when its connection is given another query.
      const connection = await instance.connect()
      try {
        await makeTables(
          connection,
          [...unmade.keys()].filter((table) => names(sql, table)),
        )
        for (const { sql: made, texts } of instead) await connection.run(made, [...texts])
        if (terms.isGuarded) await guard(connection, sql, terms.tables, isOurs ? ownFunctions : functions)
        const statements = await connection.extractStatements(sql)
        if (statements.count !== 1) throw new Refused(`it holds ${statements.count} statements`)
        const prepared = await statements.prepare(0)
        if (prepared.statementType !== StatementType.SELECT) throw new Refused('it is not a SELECT')
        if (prepared.parameterCount !== values.length)
          throw new Refused(`it has ${prepared.parameterCount} parameters, and ${values.length} values were given`)
        if (values.length > 0) prepared.bind([...values])
        if (as === 'plan')
          return { columns: [], rows: [], isTruncated: false, plan: await planOf(connection, sql, values) }
        const result = await prepared.stream()
        if (as === 'page') return { columns: [], rows: [], ...(await pageOf(result, maxRows, maxBytes)) }
        const columns = result.columnNames()
        const rows: unknown[][] = []
        let bytes = JSON.stringify(columns).length
        for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
          const vectors = columns.map((_, i) => chunk!.getColumnVector(i))
          for (let n = 0; n < chunk.rowCount; n++) {
            if (rows.length === maxRows) return { columns, rows, isTruncated: true }
            const row = vectors.map((vector) => encode(vector.getItem(n)))
            bytes += Buffer.byteLength(JSON.stringify(row)) + 1
            if (bytes > maxBytes) return { columns, rows, isTruncated: true }
            rows.push(row)
          }
        }
        return { columns, rows, isTruncated: false }
      } finally {
        connection.closeSync()
      }
    },
  }
  // Loads and compiles what the first question would wait for.
  await world.answer({ sql: 'SELECT 1 AS one', maxRows: 1, maxBytes: 100 })
  return world
}
