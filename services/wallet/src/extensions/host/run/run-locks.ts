import type { RunCommit } from '../stores/commit-run.ts'

export interface RunLocks {
  /** Guarantees that later reads of the handler still hold at the commit; otherwise it runs again. */
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
      // Two concurrent calls of one handler may both read: keep the older version, because reads may have followed it.
      versions.set(name, Math.min(version, versions.get(name) ?? version))
    },
    list: () => [...versions].map(([name, version]) => ({ name, version })),
  }
}
