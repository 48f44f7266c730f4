import { bytesOfBase64 } from '../../base64.ts'

/** The LNURL data stored with a payment. */
export interface LnurlFacts {
  /** A Lightning address or a domain. */
  readonly recipient: string | undefined
  /** A payment can be repeated for a Lightning address only. */
  readonly address: string | undefined
  readonly comment: string | undefined
  readonly success: SuccessMessage | undefined
}

export interface SuccessMessage {
  readonly text: string
  /** http(s) only. */
  readonly url?: URL
  /** Decrypted with the preimage. */
  readonly sealed?: { readonly ciphertext: string; readonly iv: string }
}

export function lnurlFactsOf(extra: Readonly<Record<string, unknown>>): LnurlFacts {
  const address = textOf(extra['lnurl_address'])
  return {
    recipient: address ?? textOf(extra['lnurl_domain']),
    address,
    comment: textOf(extra['lnurl_comment']) ?? textOf(extra['comment']),
    success: successOf(extra['lnurl_success_action']),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function successOf(action: unknown): SuccessMessage | undefined {
  if (typeof action !== 'object' || action === null) return undefined
  const { message, description, url, ciphertext, iv } = action as Readonly<Record<string, unknown>>
  const text = textOf(message) ?? textOf(description) ?? ''
  const link = linkOf(textOf(url))
  const [sealed, start] = [textOf(ciphertext), textOf(iv)]
  return {
    text,
    ...(link !== undefined && { url: link }),
    ...(sealed !== undefined && start !== undefined && { sealed: { ciphertext: sealed, iv: start } }),
  }
}

/** Accepts http(s) only: the payee chose the link. */
function linkOf(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

/** Undefined: wrong preimage, or no Web Crypto on plain HTTP. */
export async function openSealed(
  { ciphertext, iv }: NonNullable<SuccessMessage['sealed']>,
  preimage: string,
): Promise<string | undefined> {
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(preimage), 'AES-CBC', false, ['decrypt'])
    const algorithm = { name: 'AES-CBC', iv: bytesOfBase64(iv) }
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytesOfBase64(ciphertext)))
  } catch {
    return undefined
  }
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
