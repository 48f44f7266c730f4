import { createRequire } from 'node:module'
import type { Curve } from './curve.ts'

type RecoveryId = 0 | 1 | 2 | 3

/** libsecp256k1 as WebAssembly; undefined when it does not load here. */
export function wasmCurve(): Curve | undefined {
  const library = loadLibrary()
  if (library === undefined) return undefined
  return {
    publicKey: (privateKey) => present(library.pointFromScalar(privateKey, true)),
    sign: (digest, privateKey) => library.signRecoverable(digest, privateKey),
    recover: (digest, signature, recoveryId) => {
      try {
        return library.recover(digest, signature, recoveryId as RecoveryId, true) ?? undefined
      } catch {
        return undefined
      }
    },
    verify: (digest, signature, publicKey) => {
      try {
        return library.verify(digest, publicKey, signature, true)
      } catch {
        return false
      }
    },
    verifySchnorr: (digest, publicKey, signature) => {
      try {
        return library.verifySchnorr(digest, publicKey, signature)
      } catch {
        return false
      }
    },
    signSchnorr: (digest, privateKey) => library.signSchnorr(digest, privateKey, NO_RANDOMNESS),
    sharedPoint: (privateKey, publicKey) => present(library.pointMultiply(publicKey, privateKey, true)),
  }
}

const NO_RANDOMNESS = new Uint8Array(32)

function present(point: Uint8Array | null): Uint8Array {
  if (point === null) throw new Error('That is no private key.')
  return point
}

function loadLibrary(): typeof import('tiny-secp256k1') | undefined {
  try {
    return createRequire(import.meta.url)('tiny-secp256k1')
  } catch {
    return undefined
  }
}
