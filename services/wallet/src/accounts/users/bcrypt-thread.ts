import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

/** In a separate thread: a comparison takes a third of a second of CPU. */
parentPort?.on('message', ({ password, hash }: { password: string; hash: string }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(matches(password, hash))
})

/** bcrypt reads 72 bytes; LNbits compares the characters as typed. */
function matches(password: string, hash: string): boolean {
  try {
    return compareSync(password, hash)
  } catch {
    return false
  }
}
