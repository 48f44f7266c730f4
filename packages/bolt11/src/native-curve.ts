import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Curve } from './curve.ts'

/** libsecp256k1; undefined when there is no binding for this machine. */
export function nativeCurve(): Curve | undefined {
  const binding = loadBinding()
  if (binding === undefined) return undefined
  return {
    publicKey: (privateKey) => binding.publicKeyCreate(privateKey),
    sign: (digest, privateKey) => {
      const { signature, recid } = binding.ecdsaSign(digest, privateKey)
      return { signature, recoveryId: recid }
    },
    recover: (digest, signature, recoveryId) => {
      try {
        return binding.ecdsaRecover(signature, recoveryId, digest)
      } catch {
        return undefined
      }
    },
    verify: (digest, signature, publicKey) => {
      try {
        return binding.ecdsaVerify(signature, digest, publicKey)
      } catch {
        return false
      }
    },
  }
}

/** The binding itself: the package's main file would fall back to slow JavaScript without a word. */
function loadBinding(): typeof import('secp256k1') | undefined {
  try {
    const binding: typeof import('secp256k1') = createRequire(import.meta.url)('secp256k1/bindings.js')
    // Blinds computations with the private key against side channels; results do not change.
    binding.contextRandomize(randomBytes(32))
    return binding
  } catch {
    return undefined
  }
}
