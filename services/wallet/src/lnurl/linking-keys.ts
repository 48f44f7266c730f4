import { createHmac, hkdfSync } from 'node:crypto'
import { publicKey, sign } from '@satchel/bolt11/secp256k1'

/** The identities of wallets at the services that they log in to. */
export interface LinkingKeys {
  /** For the log-in URL (LUD-04): `sig` is DER over `k1`, `key` the compressed public key, both in hex. */
  signLogin(walletId: string, hostname: string, k1: string): { readonly sig: string; readonly key: string }
}

/**
 * One key per wallet and host, so that two services cannot detect that they know the same wallet. Derived as in LUD-13
 * and never stored: the same secret, wallet and host always make the same key.
 */
export function createLinkingKeys(authSecret: string): LinkingKeys {
  const root = Buffer.from(hkdfSync('sha256', authSecret, '', 'satchel lnurl-auth', 32))
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    signLogin(walletId, hostname, k1) {
      // Once in 2^128 hosts this is not a key of the curve, which then rejects it.
      const linkingKey = hmac(hmac(root, walletId), hostname)
      const { signature } = sign(Buffer.from(k1, 'hex'), linkingKey)
      return { sig: toDer(signature).toString('hex'), key: Buffer.from(publicKey(linkingKey)).toString('hex') }
    },
  }
}

/** r and s of 32 bytes each as ASN.1: SEQUENCE { INTEGER r, INTEGER s }. */
function toDer(signature: Uint8Array): Buffer {
  const numbers = Buffer.concat([toDerInteger(signature.subarray(0, 32)), toDerInteger(signature.subarray(32))])
  return Buffer.concat([Buffer.of(0x30, numbers.length), numbers])
}

/** The shortest form, with a leading zero byte if the first bit would mean a negative number. */
function toDerInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const short = bytes.subarray(first)
  const positive = (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), short]) : short
  return Buffer.concat([Buffer.of(0x02, positive.length), positive])
}
