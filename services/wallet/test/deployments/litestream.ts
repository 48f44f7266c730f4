import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Litestream for one database, with a folder in place of a bucket. */
export interface Litestream {
  /** Replicates until the returned function has stopped it. */
  replicate(): (signal: NodeJS.Signals) => Promise<void>
  /** Writes the newest state of the replica to this file, which must not exist. */
  restore(target: string): void
  /** Its log. */
  said(): string
}

const PROGRAM = process.env['LITESTREAM'] ?? 'litestream'

export const hasLitestream = spawnSync(PROGRAM, ['version']).status === 0

export function openLitestream(file: string): Litestream {
  const place = mkdtempSync(join(tmpdir(), 'satchel-litestream-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const config = join(place, 'litestream.yml')
  // As in docs/guide/backups.md.
  writeFileSync(config, `dbs:\n  - path: ${file}\n    replica:\n      path: ${join(place, 'replica')}\n`)
  let said = ''
  return {
    replicate() {
      const child = spawn(PROGRAM, ['replicate', '-config', config], { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text))
      const ended = once(child, 'exit')
      onTestFinished(() => void child.kill('SIGKILL'))
      return async (signal) => {
        child.kill(signal)
        await ended
      }
    },
    restore: (target) =>
      void execFileSync(PROGRAM, ['restore', '-config', config, '-o', target, file], {
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    said: () => said,
  }
}
