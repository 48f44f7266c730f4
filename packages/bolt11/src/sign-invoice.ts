import { bech32 } from '@scure/base'
import { sign } from './secp256k1.ts'
import { signedDigest } from './signed-digest.ts'
import { bytesToWords, type Words } from './words.ts'

/**
 * Signs a prefix and a data part (time and fields) unchecked, so that a simulated node can sign invalid invoices;
 * invoices for people come from `writeInvoice`.
 */
export function signInvoice(prefix: string, words: Words, privateKey: Uint8Array): string {
  const { signature, recoveryId } = sign(signedDigest(prefix, words), privateKey)
  const signatureWords = bytesToWords(Buffer.concat([signature, Buffer.of(recoveryId)]))
  return bech32.encode(prefix, [...words, ...signatureWords], false)
}
