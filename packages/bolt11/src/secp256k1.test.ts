import { schnorr } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Curve } from './curve.ts'
import { nobleCurve } from './noble-curve.ts'
import { backend } from './secp256k1.ts'
import { passesSelfCheck } from './self-check.ts'
import { wasmCurve } from './wasm-curve.ts'

const loaded = wasmCurve()
const wasm: Curve = loaded ?? nobleCurve
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex')
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 })
const privateKeys = digests.map((bytes) => Uint8Array.of(0x7f, ...bytes.slice(1)))

test('libsecp256k1 runs wherever it loads', () => {
  expect(backend).toBe(loaded === undefined ? 'noble' : 'wasm')
})

test.skipIf(loaded === undefined)(
  'both libraries produce the same signatures and keys, and agree on valid keys',
  () => {
    fc.assert(
      fc.property(digests, privateKeys, (digest, privateKey) => {
        const signed = wasm.sign(digest, privateKey)
        expect(hex(nobleCurve.sign(digest, privateKey).signature)).toBe(hex(signed.signature))
        expect(nobleCurve.sign(digest, privateKey).recoveryId).toBe(signed.recoveryId)
        const publicKey = wasm.publicKey(privateKey)
        expect(hex(nobleCurve.publicKey(privateKey))).toBe(hex(publicKey))
        for (const curve of [wasm, nobleCurve]) {
          expect(hex(curve.recover(digest, signed.signature, signed.recoveryId))).toBe(hex(publicKey))
          expect(curve.verify(digest, signed.signature, publicKey)).toBe(true)
          expect(curve.verify(privateKey, signed.signature, publicKey)).toBe(false)
          expect(hex(curve.signSchnorr(digest, privateKey))).toBe(hex(wasm.signSchnorr(digest, privateKey)))
          expect(hex(curve.sharedPoint(digest, publicKey))).toBe(
            hex(wasm.sharedPoint(privateKey, curve.publicKey(digest))),
          )
        }
      }),
      { numRuns: 30 },
    )
  },
)

test.skipIf(loaded === undefined)('both libraries agree on random and mutated signatures', () => {
  const signatures = fc.oneof(
    fc.uint8Array({ minLength: 64, maxLength: 64 }),
    fc.constantFrom(0, 0xff).map((byte) => new Uint8Array(64).fill(byte)),
  )
  const publicKey = wasm.publicKey(new Uint8Array(32).fill(1))
  fc.assert(
    fc.property(digests, signatures, fc.integer({ min: 0, max: 3 }), (digest, signature, recoveryId) => {
      expect(hex(nobleCurve.recover(digest, signature, recoveryId))).toBe(
        hex(wasm.recover(digest, signature, recoveryId)),
      )
      expect(nobleCurve.verify(digest, signature, publicKey)).toBe(wasm.verify(digest, signature, publicKey))
    }),
    { numRuns: 60 },
  )
})

test('a key that is not a point verifies nothing and throws nothing', () => {
  const digest = new Uint8Array(32).fill(2)
  for (const curve of [wasm, nobleCurve]) {
    const { signature } = curve.sign(digest, new Uint8Array(32).fill(1))
    expect(curve.verify(digest, signature, new Uint8Array(33).fill(0xff))).toBe(false)
  }
})

test('a library with one wrong result fails the self-check', () => {
  const wrong: Partial<Curve>[] = [
    { publicKey: () => new Uint8Array(33) },
    { sign: (digest, key) => ({ ...nobleCurve.sign(digest, key), recoveryId: 0 }) },
    { sign: () => ({ signature: new Uint8Array(64), recoveryId: 1 }) },
    { recover: () => undefined },
    { verify: () => false },
    { verify: () => true },
    { verifySchnorr: () => false },
    { verifySchnorr: () => true },
    { signSchnorr: () => new Uint8Array(64) },
    { sharedPoint: (_privateKey, publicKey) => publicKey },
  ]
  expect(passesSelfCheck(nobleCurve)).toBe(true)
  expect(wrong.map((fault) => passesSelfCheck({ ...nobleCurve, ...fault }))).toEqual(wrong.map(() => false))
})

test.skipIf(loaded === undefined)(
  'both libraries agree on every signature of BIP 340, right, changed and random',
  () => {
    const key = new Uint8Array(32).fill(3)
    const publicKey = nobleCurve.publicKey(key).slice(1)
    const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
    const changed = fc.tuple(digests, fc.nat(63), fc.integer({ min: 0, max: 255 })).map(([digest, at, byte]) => {
      const signature = Uint8Array.from(schnorr.sign(digest, key))
      signature[at] = byte
      return { digest, publicKey, signature }
    })
    const random = fc.record({ digest: digests, publicKey: fc.oneof(bytes(32), bytes(31)), signature: bytes(64) })
    fc.assert(
      fc.property(fc.oneof(changed, random), ({ digest, publicKey: by, signature }) => {
        expect(wasm.verifySchnorr(digest, by, signature)).toBe(nobleCurve.verifySchnorr(digest, by, signature))
      }),
      { numRuns: 100 },
    )
    for (let byte = 0; byte < 10; byte += 1) {
      const digest = new Uint8Array(32).fill(byte)
      expect(wasm.verifySchnorr(digest, publicKey, schnorr.sign(digest, key))).toBe(true)
    }
  },
)
