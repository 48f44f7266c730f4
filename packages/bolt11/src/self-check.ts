import type { Curve } from './curve.ts'

/** Whether a library signs, recovers and verifies a published example to the byte. */
export function passesSelfCheck(candidate: Curve): boolean {
  try {
    return answersAsPublished(candidate)
  } catch {
    return false
  }
}

function answersAsPublished(candidate: Curve): boolean {
  const { privateKey, digest, signature, recoveryId } = EXAMPLE
  const signed = candidate.sign(digest, privateKey)
  return (
    EXAMPLE.publicKey.equals(candidate.publicKey(privateKey)) &&
    signature.equals(signed.signature) &&
    signed.recoveryId === recoveryId &&
    EXAMPLE.publicKey.equals(candidate.recover(digest, signature, recoveryId) ?? Buffer.alloc(0)) &&
    candidate.verify(digest, signature, EXAMPLE.publicKey) &&
    !candidate.verify(privateKey, signature, EXAMPLE.publicKey) &&
    candidate.verifySchnorr(SCHNORR.digest, SCHNORR.publicKey, SCHNORR.signature) &&
    !candidate.verifySchnorr(digest, SCHNORR.publicKey, SCHNORR.signature) &&
    candidate.verifySchnorr(digest, EXAMPLE.publicKey.subarray(1), candidate.signSchnorr(digest, privateKey)) &&
    SHARED.equals(candidate.sharedPoint(privateKey, Uint8Array.of(2, ...SCHNORR.publicKey)))
  )
}

/** The first example of BOLT 11: a library that gets it wrong would get real invoices wrong, too. */
const EXAMPLE = {
  privateKey: Buffer.from('e126f68f7eafcc8b74f54d269fe206be715000f94dac067d1c04a8ca3b2db734', 'hex'),
  publicKey: Buffer.from('03e7156ae33b0a208d0744199163177e909e80176e55d97a2f221ede0f934dd9ad', 'hex'),
  digest: Buffer.from('6daf4d488be41ce7cbb487cab1ef2975e5efcea879b20d421f0ef86b07cbb987', 'hex'),
  signature: Buffer.from(
    '8d3ce9e28357337f62da0162d9454df827f83cfe499aeb1c1db349d4d81127425e434ca29929406c23bba1ae8ac6ca32880b38d4bf6ff874024cac34ba9625f1',
    'hex',
  ),
  recoveryId: 1,
}

/** The second test vector of BIP 340. */
const SCHNORR = {
  publicKey: Buffer.from('dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659', 'hex'),
  digest: Buffer.from('243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89', 'hex'),
  signature: Buffer.from(
    '6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a',
    'hex',
  ),
}

/** The shared secret of the two keys above, as computed by OpenSSL. */
const SHARED = Buffer.from('03b2f1cdba70721771d759318412eb31b119d499a669cb0468ba5ad63bdb24632d', 'hex')
