import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Representation } from '../../src/ask/representation.ts'
import type { DeclineCode } from '../../src/ask/sentences.ts'

export type Written = {
  readonly file: string
  readonly lang: 'en' | 'zh'
  readonly question: string
  /** What it means, or why it is declined; both where the engine declines what it cannot read yet. */
  readonly representation?: Representation
  readonly declines?: DeclineCode
}

const folder = join(import.meta.dirname, '../../src/ask/questions')

/** Our own questions, with what they mean or why they are declined. */
export const questions: readonly Written[] = globSync('*.jsonl', { cwd: folder })
  .sort()
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => ({ file, ...JSON.parse(line) }) as Written),
  )
