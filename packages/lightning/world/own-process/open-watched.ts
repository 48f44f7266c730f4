import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openFundingSource } from '../../src/open-funding-source.ts'
import type { Clock } from '../../src/port/clock.ts'
import type { WatchedFundingSource } from '../../src/watch-funding-source.ts'
import { createMemoryNotes } from '../peer-parts/memory-notes.ts'
import { readFundingEnv } from './read-funding-env.ts'

export interface OpenPeer {
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export interface Watched {
  readonly source: WatchedFundingSource
  /** Lines of the log. */
  readonly lines: readonly string[]
  /** Kind and variable of all troubles now. */
  troubles(): readonly string[]
}

/** The adapter that the variables name, until the test is over. */
export async function openWatched({ env }: Pick<OpenPeer, 'env'>, clock: Clock = Date.now): Promise<Watched> {
  const read = readFundingEnv(env)
  if ('problems' in read) throw new Error(read.problems.join())
  const lines: string[] = []
  const write = (facts: object, message: string): void => void lines.push(`${message} ${JSON.stringify(facts)}`)
  const log = { warn: write, error: write }
  const source = await openFundingSource(read.funding, { clock, log, notesOf: createMemoryNotes })
  onTestFinished(() => source.close())
  const troubles = () => source.health.troubles().map(({ kind, variable }) => `${kind} ${variable ?? ''}`.trim())
  return { source, lines, troubles }
}

/** A peer, with its adapter. */
export async function openOn<One extends OpenPeer>(openPeer: () => Promise<One>): Promise<One & Watched> {
  const peer = await openPeer()
  onTestFinished(() => peer.close())
  return { ...peer, ...(await openWatched(peer)) }
}

/** A file in a folder of its own, until the test is over. */
export function fileWith(content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-lightning-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, content)
  return file
}
