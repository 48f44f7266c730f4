import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Checkbox } from '../../../parts/choices.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { say } from '../../../parts/toast.tsx'
import { refreshOperator } from '../operator.ts'
import type { NodeChoice } from './node-settings.ts'
import { withFieldNames } from './with-field-names.ts'

interface UseProps {
  readonly choice: NodeChoice
  readonly isInUse: boolean
  readonly onDone: () => void
}

/** Stores the tested node, after saying what happens to pending payments. */
export function UseNode({ choice, isInUse, onDone }: UseProps) {
  const [asked, setAsked] = useState(false)
  const [gone, setGone] = useState(false)
  const use = async (): Promise<void> => {
    await withFieldNames(call('PUT /api/v1/admin/funding', { body: { ...choice, former_gone: gone && !isInUse } }))
    await refreshOperator()
    say(t('admin.node-kept'), 'good')
  }
  const close = (): void => {
    setAsked(false)
    setGone(false)
  }
  return (
    <>
      <Button look="primary" wide onClick={() => setAsked(true)}>
        {t('admin.node-use')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t('admin.node-use')}
          action={t('admin.node-use')}
          onConfirm={() => use().then(onDone)}
          onClose={close}
        >
          <p>{t('admin.node-use-note')}</p>
          {!isInUse && <Checkbox label={t('admin.node-leave')} on={gone} onChange={setGone} />}
          {gone && <p class="note">{t('admin.node-leave-note')}</p>}
        </ConfirmDialog>
      )}
    </>
  )
}
