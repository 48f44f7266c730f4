import type { RunCommit } from '../stores/commit-run.ts'

export interface RunLocks {
  /** What the handler reads from here on still holds when its run is committed, or it runs again. */
  lock(name: string): Promise<void>
  list(): RunCommit['locks']
}

/** `findVersion`: how often the lock was raised; 0 = never. */
export function createRunLocks(findVersion: (name: string) => Promise<number>): RunLocks {
  const versions = new Map<string, number>()
  return {
    async lock(name) {
      if (versions.has(name)) return
      const version = await findVersion(name)
      // Two calls of one handler may both read. Something may have been read after the earlier version, so that one counts.
      versions.set(name, Math.min(version, versions.get(name) ?? version))
    },
    list: () => [...versions].map(([name, version]) => ({ name, version })),
  }
}
