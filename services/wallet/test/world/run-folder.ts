import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'
/** A run keeps some 500 MB there at a time. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * A new folder for all databases of a test run: in memory, where the machine has a place for that with enough room. A
 * PostgreSQL database is six hundred files, and making and deleting them on a disk costs ten times as much.
 */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'satchel-run-'))
  // As root, the server runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY) || process.availableMemory() < ENOUGH_BYTES) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize > ENOUGH_BYTES
}
