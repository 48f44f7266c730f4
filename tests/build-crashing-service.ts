import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const CRASHING = 'services/wallet/campaigns/stages/crashing-service.ts'

/** Processes that are to die at a certain call run a bundle, too. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/bundle-services.mjs', 'services/dist-crashing', CRASHING], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
}
