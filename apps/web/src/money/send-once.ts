import { isRefusal } from '../api/api-error.ts'
import { newKey } from './new-key.ts'

/**
 * Sends a form's request under one `Idempotency-Key` until it succeeds or is rejected, so that a retry after a lost
 * answer counts once. After a rejection the next attempt has a new key.
 */
export function createSendOnce(): <Answer>(send: (idempotencyKey: string) => Promise<Answer>) => Promise<Answer> {
  let key: string | undefined
  return async (send) => {
    key ??= newKey()
    try {
      const answer = await send(key)
      key = undefined
      return answer
    } catch (error) {
      if (isRefusal(error)) key = undefined
      throw error
    }
  }
}
