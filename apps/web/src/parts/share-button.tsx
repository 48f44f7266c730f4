import { t } from '../language/language.ts'
import { Button } from './button.tsx'

/** Opens the device's share sheet; renders nothing if the browser has none. */
export function ShareButton({ text, title }: { readonly text: string; readonly title: string }) {
  if (typeof navigator.share !== 'function') return null
  return (
    <Button icon="share" onClick={() => void navigator.share({ title, text }).catch(() => undefined)}>
      {t('action.share')}
    </Button>
  )
}
