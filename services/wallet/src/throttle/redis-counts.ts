import type { SharedCounts } from '@satchel/http/limits/rate-limit-shared'
import { Redis } from 'ioredis'

const PREFIX = 'satchel:requests:'
/** Longer than a healthy server takes to answer. */
const ANSWER_MS = 1000
const RECONNECT_MS = 2000

/** One expiring count per client; all in one message. Works with every Redis and with Valkey. */
export function createRedisCounts(url: string): SharedCounts {
  const redis = new Redis(url, {
    connectionName: 'satchel',
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
    // A connection that died silently is closed, and a new one is opened.
    socketTimeout: ANSWER_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (tries) => Math.min(tries * 100, RECONNECT_MS),
  })
  // The command that failed returns the error to its caller; without a listener ioredis writes to the console.
  redis.on('error', () => undefined)
  return {
    async add(added) {
      const message = redis.pipeline()
      for (const { client, requests, leftMs } of added) {
        const key = `${PREFIX}${client}`
        message.set(key, 0, 'PX', leftMs, 'NX').incrby(key, requests).pttl(key)
      }
      const answers = (await message.exec()) ?? []
      return added.map((each, index) => {
        const [, [sumError, sum] = [], [leftError, left] = []] = answers.slice(index * 3, index * 3 + 3)
        const error = sumError ?? leftError
        if (error) throw error
        // The key expired between the first two commands and would now never expire: set its expiry.
        if (left === -1) void redis.pexpire(`${PREFIX}${each.client}`, each.leftMs).catch(() => undefined)
        return { client: each.client, requests: Number(sum), leftMs: left === -1 ? each.leftMs : Number(left) }
      })
    },
    async close() {
      redis.disconnect()
    },
  }
}
