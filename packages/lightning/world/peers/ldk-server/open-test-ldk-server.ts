import { createReader } from '@satchel/http/environment'
import { openLdkServer } from '../../../src/backends/ldk-server/open-ldk-server.ts'
import { type LdkServerConfig, readLdkServer } from '../../../src/backends/ldk-server/read-ldk-server.ts'
import type { FundingSource } from '../../../src/port/funding-source.ts'
import { createMemoryNotes } from '../../peer-parts/memory-notes.ts'
import { SILENT_LOG } from '../../peer-parts/silent-log.ts'
import { type LdkServerPeer, openLdkServerPeer } from './ldk-server-peer.ts'

/** The configuration in the variables, and its problems. */
export function readTestConfig(env: Readonly<Record<string, string>>): {
  config: LdkServerConfig
  problems: string[]
} {
  const problems: string[] = []
  return { config: readLdkServer(createReader(env, problems), { problems }), problems }
}

/** The adapter on a peer that plays LDK Server: a new one, or the given one. */
export async function openTestLdkServer(
  given?: LdkServerPeer,
): Promise<{ peer: LdkServerPeer; source: FundingSource; close: () => Promise<void> }> {
  const peer = given ?? (await openLdkServerPeer())
  const { config } = readTestConfig(peer.env)
  const source = await openLdkServer(config, {
    notes: createMemoryNotes(),
    network: undefined,
    clock: Date.now,
    log: SILENT_LOG,
  })
  const close = async (): Promise<void> => {
    await source.close()
    await peer.close()
  }
  return { peer, source, close }
}
