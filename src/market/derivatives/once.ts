import type { World } from '../world.ts'

/** A cache of values that several tables need of one world; it lives as long as the world. */
export const once = <T>(make: (world: World) => T): ((world: World) => T) => {
  const known = new WeakMap<World, { readonly value: T }>()
  return (world) => {
    const found = known.get(world) ?? { value: make(world) }
    known.set(world, found)
    return found.value
  }
}

/** Computed on first use. */
export const lazy = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
