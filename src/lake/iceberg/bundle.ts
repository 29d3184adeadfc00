import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { DamagedError } from '../../errors.ts'
import type { TableMetadata } from './metadata.ts'

/** A table at a version: its metadata, and the manifest and manifest list of its snapshot by their addresses. */
export type BundledTable = { readonly metadata: TableMetadata; readonly files: ReadonlyMap<string, Buffer> }

/** The tables of a version by dataset. As one file they are there together or not at all. */
export type TableBundle = ReadonlyMap<string, BundledTable>

const bundleFormat = 1

/** The tables as compressed JSON; equal tables make equal bytes. */
export async function encodeBundle(bundle: TableBundle): Promise<Buffer> {
  const tables = [...bundle].map(([name, { metadata, files }]) => [
    name,
    {
      metadata,
      files: Object.fromEntries([...files].map(([address, body]) => [address, body.toString('base64')])),
    },
  ])
  return promisify(gzip)(JSON.stringify({ format: bundleFormat, tables: Object.fromEntries(tables) }))
}

export async function decodeBundle(bytes: Buffer): Promise<TableBundle> {
  const { format, tables } = JSON.parse((await promisify(gunzip)(bytes)).toString())
  if (format !== bundleFormat)
    throw new DamagedError(`The tables of a version have format ${format}, and this release reads ${bundleFormat}.`)
  type Stored = { readonly metadata: TableMetadata; readonly files: Readonly<Record<string, string>> }
  return new Map(
    Object.entries(tables as Record<string, Stored>).map(([name, { metadata, files }]) => [
      name,
      {
        metadata,
        files: new Map(Object.entries(files).map(([address, body]) => [address, Buffer.from(body, 'base64')])),
      },
    ]),
  )
}
