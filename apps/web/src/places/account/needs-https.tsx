import { type TextKey, t } from '../../language/language.ts'
import { Banner } from '../../parts/banner.tsx'

const TEXTS = {
  passkeys: 'https.passkeys',
  camera: 'https.camera',
  messages: 'https.messages',
} as const satisfies Record<string, TextKey>

/** Explains that browsers offer a feature on HTTPS and localhost only; nothing where it is available. */
export function NeedsHttps({ what }: { readonly what: keyof typeof TEXTS }) {
  return isSecureContext ? null : <Banner icon="shield">{t(TEXTS[what])}</Banner>
}
