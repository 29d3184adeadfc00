import { asking } from './asking.ts'
import { comparing } from './comparing.ts'
import { contracts } from './contracts.ts'
import { extremes } from './extremes.ts'
import { folding } from './folding.ts'
import { investors } from './investors.ts'
import { moving } from './moving.ts'
import { parts } from './parts.ts'
import { ranking } from './ranking.ts'
import { relating } from './relating.ts'
import { running } from './running.ts'
import { units } from './units.ts'
import type { Words } from './words.ts'

/** The words that are not in the registry, as they name no data: how things are compared, ranked, folded and asked. */
export const words: Words = [
  ...comparing,
  ...ranking,
  ...folding,
  ...moving,
  ...extremes,
  ...running,
  ...investors,
  ...relating,
  ...units,
  ...contracts,
  ...parts,
  ...asking,
]
