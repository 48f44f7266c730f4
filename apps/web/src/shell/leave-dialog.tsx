import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { leaveQuestion } from '../routing/leaving.ts'
import { useStore } from '../store.ts'

/** Asks before a form with unsaved input is left. */
export function LeaveDialog() {
  const question = useStore(leaveQuestion)
  if (question === undefined) return null
  const { fate, answer } = question
  return (
    <Dialog title={t('form.leave-title')} onClose={() => answer(false)}>
      <p>{t(fate === 'kept' ? 'form.draft-kept' : 'form.draft-lost')}</p>
      <div class="row-of-buttons">
        <Button wide look={fate === 'kept' ? 'plain' : 'danger'} onClick={() => answer(true)}>
          {t('form.leave')}
        </Button>
        <Button wide look="primary" onClick={() => answer(false)}>
          {t('form.stay')}
        </Button>
      </div>
    </Dialog>
  )
}
