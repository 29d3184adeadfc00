import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cleanEnv } from './run.ts'

/** `PYTHON` chooses another; Debian's packages, pandas among them, belong to Debian's own. */
export const pythonProgram = process.env.PYTHON ?? (existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3')
const packages = join(import.meta.dirname, '../../clients/python')

const runs = (line: string): boolean => spawnSync(pythonProgram, ['-c', line]).status === 0

/** The reason to skip a test of the Python client; false where Python 3.9 is there. */
export const withoutPython = (): string | false =>
  !runs('import sys; sys.exit(sys.version_info < (3, 9))') && 'python3 (3.9 or newer) not found: install python3'

export const withoutPandas = (): string | false =>
  withoutPython() || (!runs('import pandas') && 'pandas not found: on Debian "apt-get install python3-pandas"')

export const withoutPolars = (): string | false =>
  withoutPython() || (!runs('import polars') && 'polars not found: install it by "pip install polars"')

export const withoutAvro = (): string | false =>
  withoutPython() || (!runs('import avro') && 'avro not found: on Debian "apt-get install python3-avro"')

/** Runs a script that can import the client; warnings of Python are printed each time. */
export const python = (
  script: string,
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> =>
  new Promise((resolve, reject) => {
    const env = cleanEnv({ PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1', ...settings })
    const child = spawn(pythonProgram, ['-', ...args], { env })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(script)
  })
