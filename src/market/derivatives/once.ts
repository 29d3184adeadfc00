import type { World } from '../world.ts'

/** Several tables need the same contracts of a world: they are made on first use and go when the world goes. */
export const once = <T>(make: (world: World) => T): ((world: World) => T) => {
  const known = new WeakMap<World, { readonly value: T }>()
  return (world) => {
    const found = known.get(world) ?? { value: make(world) }
    known.set(world, found)
    return found.value
  }
}

/** Made when first asked for. */
export const lazy = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
