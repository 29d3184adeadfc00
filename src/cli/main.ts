import { createCommandLine } from './commandLine.ts'
import { runMain } from './runMain.ts'

await runMain(createCommandLine(process.argv.slice(2), process.env))
