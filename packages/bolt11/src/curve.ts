/**
 * The functions of secp256k1 for invoices and Nostr events. Digests and private keys have 32 bytes, public keys 33,
 * signatures 64.
 */
export interface Curve {
  publicKey(privateKey: Uint8Array): Uint8Array
  /** Deterministic (RFC 6979) and low-S: the same digest and key give the same bytes everywhere. */
  sign(digest: Uint8Array, privateKey: Uint8Array): RecoverableSignature
  /** The key that made a signature, high or low S; undefined when no key can have made it. */
  recover(digest: Uint8Array, signature: Uint8Array, recoveryId: number): Uint8Array | undefined
  /** False for a high S, for an invalid signature, and for a key that is not a point of the curve. */
  verify(digest: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean
  /**
   * BIP 340, for a public key of 32 bytes. False for an invalid signature, and for a key that is not a point of the
   * curve.
   */
  verifySchnorr(digest: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean
  /** BIP 340 without auxiliary randomness: the same digest and key give the same bytes everywhere. */
  signSchnorr(digest: Uint8Array, privateKey: Uint8Array): Uint8Array
  /** The shared secret of two keys (ECDH): a compressed point. Throws for an invalid key. */
  sharedPoint(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array
}

export interface RecoverableSignature {
  readonly signature: Uint8Array
  readonly recoveryId: number
}
