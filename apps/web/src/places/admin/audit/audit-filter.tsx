import { useState } from 'preact/hooks'
import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, Select } from '../../../parts/field.tsx'
import { ACTION_TEXTS, actionText } from './action-text.ts'

export interface AuditFilter {
  readonly actor: string
  readonly action: string
  readonly subject: string
  /** A day such as `2026-11-23`; empty: open. */
  readonly from: string
  readonly to: string
}

export const EVERYTHING: AuditFilter = { actor: '', action: '', subject: '', from: '', to: '' }

/** Edits the audit filter; applied by *Show*. */
export function AuditFilterDialog({
  filter,
  onShow,
  onClose,
}: {
  readonly filter: AuditFilter
  readonly onShow: (filter: AuditFilter) => void
  readonly onClose: () => void
}) {
  const [draft, setDraft] = useState(filter)
  const set = (change: Partial<AuditFilter>): void => setDraft({ ...draft, ...change })
  return (
    <Dialog title={t('admin.filter')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onShow({ ...draft, actor: draft.actor.trim(), subject: draft.subject.trim() })
        }}
      >
        <Select
          label={t('admin.what')}
          value={draft.action}
          options={[
            { value: '', label: t('admin.anything') },
            ...Object.keys(ACTION_TEXTS).map((action) => ({ value: action, label: actionText(action) })),
          ]}
          onValue={(action) => set({ action })}
        />
        <Field
          label={t('admin.by-id')}
          hint={t('admin.by-id-hint')}
          value={draft.actor}
          onValue={(actor) => set({ actor })}
          limit={{ max: 200 }}
          autocomplete="off"
          ltr
        />
        <Field
          label={t('admin.about-id')}
          hint={t('admin.about-id-hint')}
          value={draft.subject}
          onValue={(subject) => set({ subject })}
          limit={{ max: 200 }}
          autocomplete="off"
          ltr
        />
        <Field label={t('admin.from-day')} type="date" value={draft.from} onValue={(from) => set({ from })} />
        <Field label={t('admin.to-day')} type="date" value={draft.to} onValue={(to) => set({ to })} />
        <Button type="submit" look="primary" wide>
          {t('admin.show')}
        </Button>
        <Button wide onClick={() => onShow(EVERYTHING)}>
          {t('admin.show-all')}
        </Button>
      </form>
    </Dialog>
  )
}
