import { catalogue, type SimulatedName } from '../catalogue/index.ts'
import type { NamedTable, Table } from './table.ts'
import * as listed from './tables.ts'

/** The simulation of every dataset that is not computed from others; one that is not listed does not compile. */
export const simulations: { readonly [N in SimulatedName]: NamedTable<N> } = listed

/** The simulated tables in catalogue order. */
export const tables: readonly Table[] = catalogue.flatMap(({ name }) =>
  name in simulations ? [simulations[name as SimulatedName]] : [],
)
