/**
 * When a credential that is a JWT expires (`exp`, RFC 7519 §4.1.4), Unix seconds; undefined = it has no such field.
 * Offline.
 */
export function jwtEndsAt(credential: string): number | undefined {
  const [, payload] = /^[\w-]+\.([\w-]+)\.[\w-]*$/.exec(credential) ?? []
  if (payload === undefined) return undefined
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown } | null
    const end = claims?.exp
    return typeof end === 'number' && Number.isFinite(end) ? Math.floor(end) : undefined
  } catch {
    return undefined
  }
}
