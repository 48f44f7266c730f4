import { fileURLToPath } from 'node:url'
import { bundleOnce } from '../scripts/build-services.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const COMMANDS = ['audit', 'mend', 'backup', 'restore', 'restore-drill', 'upgrade-check', 'rekey', 'import-lnbits']

/** Commands that tests start run as bundles: from its sources each start costs a second of a core more. */
export async function setup() {
  const sources = COMMANDS.map((name) => `services/wallet/src/${name}.ts`)
  const problem = await bundleOnce(ROOT, process.env, 'services/dist-commands', sources)
  if (problem !== undefined) throw new Error(`the commands could not be bundled: ${problem}`)
}
