/** Prints what the compiler makes of the stand-in token: `node devchain/compile.ts > devchain/standin.json`. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const solc = createRequire(import.meta.url)('solc') as { compile: (input: string) => string }
const file = 'StandInDollar.sol'

const output = JSON.parse(
  solc.compile(
    JSON.stringify({
      language: 'Solidity',
      sources: { [file]: { content: readFileSync(join(import.meta.dirname, file), 'utf8') } },
      settings: {
        evmVersion: 'paris',
        viaIR: true,
        optimizer: { enabled: true, runs: 200 },
        // Without a hash of the source, a changed comment does not change the code.
        metadata: { bytecodeHash: 'none' },
        outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
      },
    }),
  ),
)
const faults = (output.errors ?? []).filter(({ severity }: { severity: string }) => severity === 'error')
if (faults.length > 0)
  throw new Error(faults.map((fault: { formattedMessage: string }) => fault.formattedMessage).join())
const { evm } = output.contracts[file].StandInDollar
process.stdout.write(`${JSON.stringify({ code: `0x${evm.deployedBytecode.object}` }, null, 2)}\n`)
