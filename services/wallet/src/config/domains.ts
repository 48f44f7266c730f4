import type { Reader } from '@satchel/http/environment'

/**
 * SERVICE_DOMAINS: host names beside that of the public URL under which Lightning addresses may be had; each must lead
 * here. In lower case, with the port where it is not the usual one.
 */
export function readDomains(read: Reader, publicUrl: string, problems: string[]): readonly string[] {
  const named = read.list('SERVICE_DOMAINS').map((domain) => domain.toLowerCase())
  const bad = named.filter((domain) => !DOMAIN.test(domain) || !URL.canParse(`https://${domain}`))
  if (bad.length > 0) problems.push(`SERVICE_DOMAINS: no host names: ${bad.join(', ')}`)
  return [...new Set([...(URL.canParse(publicUrl) ? [new URL(publicUrl).host] : []), ...named])]
}

const DOMAIN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/
