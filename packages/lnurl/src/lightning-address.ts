import { plainHttpHost } from './plain-http-host.ts'

const ADDRESS = /^([a-z0-9._+-]{1,64})@([a-z0-9.-]{1,253}(?::\d{1,5})?)$/

/** The address in lower case (LUD-16); undefined for other texts. */
export function readLightningAddress(text: string): string | undefined {
  // The Kelvin sign would become a plain k.
  const address = /^[!-~]*$/.test(text) ? text.toLowerCase() : ''
  const host = ADDRESS.exec(address)?.[2]
  return host !== undefined && URL.canParse(`https://${host}`) ? address : undefined
}

/** The URL of its payRequest. */
export function addressUrl(address: string): string {
  const [, name = '', host = ''] = ADDRESS.exec(address) ?? []
  const scheme = plainHttpHost(new URL(`https://${host}`).hostname) ? 'http' : 'https'
  return `${scheme}://${host}/.well-known/lnurlp/${name}`
}
