import type { Contact } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshContacts } from '../../api/contacts.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, TextArea } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { useGuardedText } from '../../parts/payment/use-guarded-text.ts'
import { useTask } from '../../parts/use-task.ts'

export type ContactDraft = Pick<Contact, 'name' | 'target' | 'note'>

const EMPTY: ContactDraft = { name: '', target: '', note: '' }

export function ContactDialog({
  contact,
  start = EMPTY,
  onSaved,
  onClose,
}: {
  /** Undefined: create one. */
  readonly contact?: Contact
  /** Initial values of a new contact. */
  readonly start?: ContactDraft | undefined
  readonly onSaved?: (contact: Contact) => void
  readonly onClose: () => void
}) {
  const [draft, setDraft] = useState<ContactDraft>(contact ?? start)
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
      <Form task={task} onSend={save} draft="lost">
        <ContactFields draft={draft} onDraft={setDraft} wrong={wrong} />
        <Submit look="primary" wide disabled={name === '' || target === ''}>
          {t('action.save')}
        </Submit>
      </Form>
    </Dialog>
  )
}

interface ContactFieldsProps {
  readonly draft: ContactDraft
  readonly onDraft: (draft: ContactDraft) => void
  /** The error of the target field. */
  readonly wrong: string | undefined
}

function ContactFields({ draft, onDraft, wrong }: ContactFieldsProps) {
  const target = useGuardedText({
    value: draft.target,
    onValue: (value) => onDraft({ ...draft, target: value }),
    error: wrong,
  })
  return (
    <>
      <Field
        label={t('contacts.name')}
        value={draft.name}
        onValue={(value) => onDraft({ ...draft, name: value })}
        limit={{ max: 100 }}
        autocomplete="off"
      />
      <Field
        label={t('contacts.target')}
        hint={t('contacts.target-hint')}
        {...target}
        limit={{ max: 2048 }}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        ltr
      />
      <TextArea
        label={t('contacts.note')}
        value={draft.note}
        onValue={(value) => onDraft({ ...draft, note: value })}
        limit={{ max: 2000 }}
        rows={2}
      />
    </>
  )
}
