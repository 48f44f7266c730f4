import { once } from 'node:events'
import { giveBackThread, takeThread } from '@satchel/worker/spare-threads'

const SCRIPT = new URL('./bcrypt-thread.ts', import.meta.url)

/** Hashes of imported accounts; their first log-in replaces them. */
export const isBcrypt = (passwordHash: string): boolean => /^\$2[aby]\$/.test(passwordHash)

export async function matchBcrypt(password: string, hash: string): Promise<boolean> {
  const thread = takeThread(SCRIPT)
  const answered = once(thread, 'message')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage({ password, hash })
  const [matches] = (await answered) as [boolean]
  giveBackThread(SCRIPT, thread)
  return matches
}
