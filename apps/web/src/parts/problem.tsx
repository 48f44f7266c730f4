import type { ComponentChildren } from 'preact'
import { errorText } from '../language/error-text.ts'
import { t } from '../language/language.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './problem.css'

/** Shows and announces an error where it occurred. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error === undefined || error === null) return null
  return (
    <ProblemText
      action={
        onRetry !== undefined && (
          <Button look="quiet" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    >
      {errorText(error)}
    </ProblemText>
  )
}

interface ProblemTextProps {
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
}

/** An announced sentence with an action. */
export const ProblemText = ({ children, action }: ProblemTextProps) => (
  <div class="problem" role="alert">
    <Icon name="warning" />
    <p>{children}</p>
    {action}
  </div>
)
