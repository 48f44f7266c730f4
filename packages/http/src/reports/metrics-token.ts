import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether an `Authorization` header holds the bearer token, compared in constant time. */
export function hasMetricsToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer (\S+)$/i.exec(header ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
