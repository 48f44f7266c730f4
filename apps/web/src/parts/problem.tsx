import { errorText } from '../language/error-text.ts'
import { t } from '../language/language.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './problem.css'

/** What went wrong, where it went wrong; read out at once. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error === undefined || error === null) return null
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <p>{errorText(error)}</p>
      {onRetry !== undefined && (
        <Button look="quiet" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </div>
  )
}
