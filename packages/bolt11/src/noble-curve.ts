import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import type { Curve } from './curve.ts'

/** secp256k1 in JavaScript: runs everywhere. */
export const nobleCurve: Curve = {
  publicKey: (privateKey) => secp256k1.getPublicKey(privateKey),
  sign: (digest, privateKey) => {
    const bytes = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
    return { signature: bytes.slice(1), recoveryId: bytes[0] as number }
  },
  recover: (digest, signature, recoveryId) => {
    try {
      return secp256k1.recoverPublicKey(Uint8Array.of(recoveryId, ...signature), digest, { prehash: false })
    } catch {
      return undefined
    }
  },
  verify: (digest, signature, publicKey) => {
    try {
      return secp256k1.verify(signature, digest, publicKey, { prehash: false })
    } catch {
      return false
    }
  },
  verifySchnorr: (digest, publicKey, signature) => {
    try {
      return schnorr.verify(signature, digest, publicKey)
    } catch {
      return false
    }
  },
  signSchnorr: (digest, privateKey) => schnorr.sign(digest, privateKey, new Uint8Array(32)),
  sharedPoint: (privateKey, publicKey) => secp256k1.getSharedSecret(privateKey, publicKey),
}
