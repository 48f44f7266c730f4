import { createReader } from '@satchel/http/environment'
import { openLnd } from '../../../src/backends/lnd/open-lnd.ts'
import { type LndConfig, readLnd } from '../../../src/backends/lnd/read-lnd.ts'
import type { FundingSource } from '../../../src/port/funding-source.ts'
import { SILENT_LOG } from '../../peer-parts/silent-log.ts'
import { type LndPeer, openLndPeer } from './lnd-peer.ts'

/** The configuration in the variables, and its problems. */
export function readTestConfig(env: Readonly<Record<string, string>>): { config: LndConfig; problems: string[] } {
  const problems: string[] = []
  return { config: readLnd(createReader(env, problems), { problems }), problems }
}

/** The adapter on a peer that plays LND: a new one, or the given one. */
export async function openTestLnd(
  given?: LndPeer,
): Promise<{ peer: LndPeer; source: FundingSource; close: () => Promise<void> }> {
  const peer = given ?? (await openLndPeer())
  const { config } = readTestConfig(peer.env)
  const source = await openLnd(config, { network: undefined, clock: Date.now, log: SILENT_LOG })
  const close = async (): Promise<void> => {
    await source.close()
    await peer.close()
  }
  return { peer, source, close }
}
