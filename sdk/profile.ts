/** The parts of Node that read a file at once; other runtimes lack them or forbid them. */
type Builtins = {
  readonly process?: {
    readonly getBuiltinModule?: (name: string) => {
      readonly homedir: () => string
      readonly readFileSync: (path: string, encoding: 'utf8') => string
    }
  }
}

/** The service and the key that `formosa login` keeps in the file `path`, or at its usual place; empty where there is none. */
export function readProfile(path?: string): Readonly<Record<string, string>> {
  try {
    const { process } = globalThis as Builtins
    const home = process!.getBuiltinModule!('node:os').homedir()
    const text = process!.getBuiltinModule!('node:fs').readFileSync(path ?? `${home}/.config/formosa/profile`, 'utf8')
    const lines = text.split('\n').map((line) => /^\s*(FORMOSA_(?:URL|KEY))\s*=\s*(\S+)\s*$/.exec(line))
    return Object.fromEntries(lines.flatMap((line) => (line ? [[line[1]!, line[2]!]] : [])))
  } catch {
    return {}
  }
}
