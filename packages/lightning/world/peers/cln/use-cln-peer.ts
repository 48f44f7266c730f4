import { createReader, type Environment } from '@satchel/http/environment'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import { openCln } from '../../../src/backends/cln/open-cln.ts'
import { readCln } from '../../../src/backends/cln/read-cln.ts'
import type { Clock } from '../../../src/port/clock.ts'
import type { FundingSource } from '../../../src/port/funding-source.ts'
import { SILENT_LOG } from '../../peer-parts/silent-log.ts'
import { type ClnPeer, type ClnPeerOptions, openClnPeer } from './cln-peer.ts'

/** A peer for each test of a file, and the adapter on it. */
export interface ClnBench {
  readonly peer: ClnPeer
  open(changed?: Environment, options?: OpenOptions): Promise<FundingSource>
  /** Puts another peer in the place of the usual one. */
  replace(options: ClnPeerOptions): Promise<void>
  /** The same, with its adapter. */
  reopen(options: ClnPeerOptions): Promise<FundingSource>
}

interface OpenOptions {
  readonly network?: string
  readonly clock?: Clock
}

export function useClnPeer(): ClnBench {
  let peer!: ClnPeer
  beforeEach(async () => {
    peer = await openClnPeer()
  })
  afterEach(() => peer.close())
  const open: ClnBench['open'] = async (changed = {}, options = {}) => {
    const source = await openClnAt({ ...peer.env, ...changed }, options)
    onTestFinished(() => source.close())
    return source
  }
  const replace = async (options: ClnPeerOptions): Promise<void> => {
    await peer.close()
    peer = await openClnPeer(options)
  }
  return {
    get peer() {
      return peer
    },
    open,
    replace,
    async reopen(options) {
      await replace(options)
      return open()
    },
  }
}

/** The adapter alone, on a peer's environment. */
async function openClnAt(env: Environment, { network, clock = Date.now }: OpenOptions = {}): Promise<FundingSource> {
  const problems: string[] = []
  const config = readCln(createReader(env, problems), { problems })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return openCln(config, { clock, log: SILENT_LOG, network })
}
