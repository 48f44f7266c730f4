import { t } from '../language/language.ts'
import './skeleton.css'

/** Grey lines while content loads, with a text for screen readers. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{t('state.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="skeleton-line" />
      ))}
    </div>
  )
}
