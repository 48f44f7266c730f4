import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))

/** Processes of the service run its bundle, as they do for an operator. */
export function setup(): void {
  const command = execFileSync(process.execPath, [RUN, '--words', 'wallet'], { encoding: 'utf8' })
  if (!command.includes('services/dist/wallet.js')) throw new Error('the services could not be bundled: see above')
}
