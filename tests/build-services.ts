import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = (...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })

/** Processes of the service run its bundle, as they do for an operator, and those that are to die one of their own. */
export function setup(): void {
  const command = run('scripts/run.mjs', '--words', 'wallet')
  if (!command.includes('services/dist/wallet.js')) throw new Error('the services could not be bundled: see above')
  const crashing = 'services/wallet/campaigns/stages/crashing-service.ts'
  run('scripts/bundle-services.mjs', 'services/dist-crashing', crashing)
}
