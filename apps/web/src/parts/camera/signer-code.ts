/** What a signing device's QR code contains. */
export type SignerCode =
  | { readonly kind: 'psbt'; readonly base64: string }
  /** One part of a PSBT in several codes. */
  | { readonly kind: 'psbt-part' }
  | { readonly kind: 'bbqr' | 'transaction' }
  | { readonly kind: 'other-ur'; readonly type: string }

/** Undefined: not a signing device's code. */
export function signerCodeOf(code: string): SignerCode | undefined {
  const text = code.trim()
  if (/^B\$[0-9A-Z]{6}/.test(text)) return { kind: 'bbqr' }
  const [, type] = /^ur:([a-z0-9-]+)\//i.exec(text) ?? []
  if (type !== undefined) return /^(?:crypto-)?psbt$/i.test(type) ? { kind: 'psbt-part' } : otherUr(type)
  if (/^cHNidP8[0-9A-Za-z+/]+={0,2}$/.test(text)) return { kind: 'psbt', base64: text }
  if (!/^(?:[0-9a-f]{2}){60,}$/i.test(text)) return undefined
  if (/^70736274ff/i.test(text)) return { kind: 'psbt', base64: base64OfHex(text) }
  // The transaction version in four bytes.
  return /^0[123]000000/.test(text) ? { kind: 'transaction' } : undefined
}

const otherUr = (type: string): SignerCode => ({ kind: 'other-ur', type: type.toLowerCase() })

const base64OfHex = (hex: string): string =>
  btoa((hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))

/** The name used by signing devices. */
export function nameOfSignerCode(code: SignerCode): string {
  switch (code.kind) {
    case 'psbt':
    case 'psbt-part':
      return 'PSBT'
    case 'bbqr':
      return 'BBQr'
    case 'transaction':
      return 'TX'
    case 'other-ur':
      return `UR ${code.type}`
  }
}
