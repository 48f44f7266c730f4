import type { Reader } from '@satchel/http/environment'

/** REDIS_URL: where several processes share the rate limit; unset = in PostgreSQL, or, with SQLite, in the one process. */
export function readRedisUrl(read: Reader, problems: string[]): string | undefined {
  const url = read.optional('REDIS_URL')
  const scheme = url !== undefined && URL.canParse(url) ? new URL(url).protocol : undefined
  if (url !== undefined && scheme !== 'redis:' && scheme !== 'rediss:') {
    problems.push('REDIS_URL: must be redis://… or rediss://…')
  }
  return url
}
