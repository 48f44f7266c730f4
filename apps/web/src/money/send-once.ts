import { isRefusal } from '../api/api-error.ts'
import { newKey } from './new-key.ts'

/**
 * Sends the request of a form under one `Idempotency-Key` until the service has done it, or has clearly refused it: a
 * repeat after a lost answer counts once. After a refusal the next try is another request, with what has been corrected.
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
