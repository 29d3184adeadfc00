import type { Manifest } from '../lake/manifest.ts'
import type { MarketOptions } from './world.ts'

/** The properties of the market in the manifest: enough to make the next day. */
export type Maker = MarketOptions & { readonly market: 1; readonly only: readonly string[] | null }

/** Null for a lake that no market made. */
export const makerOf = ({ maker }: Manifest): Maker | null => (maker.market === 1 ? (maker as unknown as Maker) : null)
