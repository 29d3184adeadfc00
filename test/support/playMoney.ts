import { join } from 'node:path'
import { openDevchain } from '../../devchain/devchain.ts'

/** A chain on the clock of this process, as `npm run devchain` starts it: `settings` let a service settle on it. */
export const startPlayMoney = (home: string) =>
  openDevchain({ folder: join(home, 'devchain'), port: 0, now: () => Date.now() })

export type PlayMoney = Awaited<ReturnType<typeof startPlayMoney>>
