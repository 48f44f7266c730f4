import { blink } from './backends/blink/blink.ts'
import { cln } from './backends/cln/cln.ts'
import { eclair } from './backends/eclair/eclair.ts'
import { ldkServer } from './backends/ldk-server/ldk-server.ts'
import { lnbits } from './backends/lnbits/lnbits.ts'
import { lnd } from './backends/lnd/lnd.ts'
import { nwc } from './backends/nwc/nwc.ts'
import { openNode } from './backends/opennode/opennode.ts'
import { phoenixd } from './backends/phoenixd/phoenixd.ts'
import { strike } from './backends/strike/strike.ts'
import type { Backend } from './config/define-backend.ts'
import { simulated } from './simulated/simulated.ts'

/** The only list of nodes, in the order in which people read it. */
const LIST = [simulated, lnd, cln, phoenixd, eclair, ldkServer, lnbits, nwc, blink, openNode, strike] as const

/** The configuration of each kind of node; `kind` selects one. */
export type SourceConfig = ReturnType<(typeof LIST)[number]['read']>

export type SourceKind = SourceConfig['kind']

export const ALL_BACKENDS: readonly Backend<SourceConfig>[] = LIST

export function backendOf(kind: SourceKind): Backend<SourceConfig> {
  const found = ALL_BACKENDS.find((backend) => backend.kind === kind)
  if (found === undefined) throw new Error(`no backend is of the kind ${kind}`)
  return found
}
