import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LoadCommand, LoadReport } from './load-generator.ts'

export interface LoadTarget {
  readonly port: number
  readonly path: string
  readonly connections: number
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
}

export interface Load {
  /** Opens the connections, runs `measured`, which sends the requests, and closes them. */
  ask<T>(target: LoadTarget, seconds: number, measured: (run: () => Promise<LoadResult>) => Promise<T>): Promise<T>
  stop(): void
}

const GENERATOR = fileURLToPath(new URL('load-generator.ts', import.meta.url))

/** Controls the load generator, a separate process: sending must not slow down measuring. */
export function startLoad(): Load {
  const child = fork(GENERATOR)
  const command = (wanted: LoadCommand): Promise<LoadReport> =>
    new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the load generator ended'))
      child.once('exit', onExit)
      child.once('message', (report: LoadReport) => {
        child.off('exit', onExit)
        if ('failed' in report) reject(new Error(`the load generator says: ${report.failed}`))
        else resolve(report)
      })
      child.send(wanted)
    })
  const run = async (seconds: number): Promise<LoadResult> => {
    const report = await command({ do: 'run', seconds })
    if (!('requests' in report)) throw new Error('the load generator lost its place')
    return report
  }
  return {
    async ask(target, seconds, measured) {
      await command({ do: 'open', ...target })
      const result = await measured(() => run(seconds))
      await command({ do: 'close' })
      return result
    },
    stop: () => void child.kill('SIGKILL'),
  }
}
