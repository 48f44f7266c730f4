import type { Curve } from './curve.ts'
import { nativeCurve } from './native-curve.ts'
import { passesSelfCheck } from './self-check.ts'

/**
 * The one door to the curve: libsecp256k1 where its binding loads and gives the expected answers, else @noble/curves
 * (the same bytes, 10 to 25 times slower).
 */
const { curve, backend } = await openCurve()

export { backend }
export const { sign, recover, verify, publicKey } = curve

async function openCurve(): Promise<{ curve: Curve; backend: 'native' | 'noble' }> {
  const native = nativeCurve()
  if (native !== undefined && passesSelfCheck(native)) return { curve: native, backend: 'native' }
  const { nobleCurve } = await import('./noble-curve.ts')
  if (!passesSelfCheck(nobleCurve)) throw new Error('secp256k1 gives wrong answers on this machine.')
  return { curve: nobleCurve, backend: 'noble' }
}
