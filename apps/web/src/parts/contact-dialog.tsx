import type { Contact } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { refreshContacts } from '../api/contacts.ts'
import { fieldError } from '../language/error-text.ts'
import { t } from '../language/language.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field, TextArea } from './field.tsx'
import { Problem } from './problem.tsx'
import { useTask } from './use-task.ts'

type Draft = Pick<Contact, 'name' | 'target' | 'note'>

/** A new contact, or another name, address or note of one. */
export function ContactDialog({
  contact,
  start = { name: '', target: '', note: '' },
  onSaved,
  onClose,
}: {
  /** Undefined: a new one. */
  readonly contact?: Contact
  /** What a new one begins with. */
  readonly start?: Draft
  readonly onSaved?: (contact: Contact) => void
  readonly onClose: () => void
}) {
  const [draft, setDraft] = useState<Draft>(contact ?? start)
  const task = useTask()
  const name = draft.name.trim()
  const target = draft.target.trim()
  const save = async (): Promise<void> => {
    const body = { name, target, note: draft.note.trim() }
    const saved =
      contact === undefined
        ? await call('POST /api/v1/contacts', { body })
        : await call('PUT /api/v1/contacts/{id}', { path: { id: contact.id }, body })
    await refreshContacts()
    onClose()
    onSaved?.(saved)
  }
  const wrong = fieldError(task.error, 'target') === undefined ? undefined : t('contacts.target-wrong')
  return (
    <Dialog title={t(contact === undefined ? 'contacts.new' : 'contacts.change')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (name !== '' && target !== '') task.run(save)
        }}
      >
        <Field
          label={t('contacts.name')}
          value={draft.name}
          onValue={(value) => setDraft({ ...draft, name: value })}
          maxLength={100}
          autocomplete="off"
        />
        <Field
          label={t('contacts.target')}
          hint={t('contacts.target-hint')}
          value={draft.target}
          onValue={(value) => setDraft({ ...draft, target: value })}
          error={wrong}
          maxLength={2048}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          ltr
        />
        <TextArea
          label={t('contacts.note')}
          value={draft.note}
          onValue={(value) => setDraft({ ...draft, note: value })}
          maxLength={2000}
          rows={2}
        />
        {wrong === undefined && <Problem error={task.error} />}
        <Button type="submit" look="primary" wide busy={task.busy} disabled={name === '' || target === ''}>
          {t('action.save')}
        </Button>
      </form>
    </Dialog>
  )
}
