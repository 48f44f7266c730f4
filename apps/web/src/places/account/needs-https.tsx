import { t, type TextKey } from '../../language/language.ts'
import { Banner } from '../../parts/banner.tsx'

const TEXTS = {
  passkeys: 'https.passkeys',
  camera: 'https.camera',
  messages: 'https.messages',
} as const satisfies Record<string, TextKey>

/** Browsers offer some things over https, and on this machine, only: says so, and nothing where they are offered. */
export function NeedsHttps({ what }: { readonly what: keyof typeof TEXTS }) {
  return isSecureContext ? null : <Banner icon="shield">{t(TEXTS[what])}</Banner>
}
