import { OperatorError } from '../../errors.ts'
import type { Command } from '../command.ts'
import { groups } from '../commands/index.ts'

/** Commands that talk to a service have its address as a setting. */
const isOfClient = ({ name, settings }: Command): boolean => settings.includes('FORMOSA_URL') || name === 'completion'

export const clientGroups = groups
  .map(({ title, commands }) => ({ title, commands: commands.filter(isOfClient) }))
  .filter(({ commands }) => commands.length > 0)

/** The commands of the server, each with one sentence in the place of its code. */
export const serverCommands: readonly Command[] = groups
  .flatMap(({ commands }) => commands)
  .filter((command) => !isOfClient(command))
  .map((command) => ({
    ...command,
    operands: [['[WORD …]', 'any']],
    load: () => {
      throw new OperatorError(
        `"formosa ${command.name}" is a command of the server: install the package formosa-server on the machine of the service, and run it there.`,
      )
    },
  }))
