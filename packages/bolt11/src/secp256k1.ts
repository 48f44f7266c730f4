import type { Curve } from './curve.ts'
import { passesSelfCheck } from './self-check.ts'
import { wasmCurve } from './wasm-curve.ts'

/**
 * The entry to the curve: libsecp256k1 if it loads and passes the self-check, else @noble/curves (same bytes, five
 * times slower).
 */
const { curve, backend } = await openCurve()

export { backend }
export const { sign, recover, verify, verifySchnorr, publicKey, signSchnorr, sharedPoint } = curve

async function openCurve(): Promise<{ curve: Curve; backend: 'wasm' | 'noble' }> {
  const wasm = wasmCurve()
  if (wasm !== undefined && passesSelfCheck(wasm)) return { curve: wasm, backend: 'wasm' }
  const { nobleCurve } = await import('./noble-curve.ts')
  if (!passesSelfCheck(nobleCurve)) throw new Error('secp256k1 gives wrong answers on this machine.')
  return { curve: nobleCurve, backend: 'noble' }
}
