import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { createSendOnce } from './send-once.ts'

/** The keys that the service sees, when it answers with these statuses. */
async function keysOf(...statuses: readonly number[]): Promise<readonly string[]> {
  const sendOnce = createSendOnce()
  const keys: string[] = []
  for (const status of statuses) {
    await sendOnce(async (key) => {
      keys.push(key)
      if (status !== 200) throw new ApiError(status, undefined)
    }).catch(() => undefined)
  }
  return keys
}

test('a retry keeps the key while the request may have been carried out', async () => {
  for (const status of [0, 409, 500, 502, 503]) {
    const [first, second] = await keysOf(status, 200)
    expect(second, String(status)).toBe(first)
  }
})

test('after a rejection or a success the next request has a new key', async () => {
  for (const status of [400, 401, 403, 404, 422, 429, 200]) {
    const [first, second] = await keysOf(status, 200)
    expect(second, String(status)).not.toBe(first)
  }
})
