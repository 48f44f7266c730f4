import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refreshContacts, useContacts } from '../../api/contacts.ts'
import { refresh } from '../../api/live.ts'
import { t } from '../../language/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Select, TextArea } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import type { FoundPayment } from './find-payment.ts'
import { LabelsField, withLabel } from './labels-field.tsx'
import { useLabels } from './use-labels.ts'

/** Edits the note, labels and contact of a payment. */
export function NoteDialog({ found, onClose }: { readonly found: FoundPayment; readonly onClose: () => void }) {
  const { details } = found.payment
  const [note, setNote] = useState(details.note ?? '')
  const [labels, setLabels] = useState(details.labels ?? [])
  const [typed, setTyped] = useState('')
  const contacts = useContacts().data ?? []
  const [contactId, setContact] = useState<string | undefined>(undefined)
  const known = useLabels('all')
  const task = useTask()
  // Buttons change labels without a form event.
  const isChanged =
    note !== (details.note ?? '') ||
    withLabel(labels, typed).join('\n') !== (details.labels ?? []).join('\n') ||
    (contactId !== undefined && contactId !== (details.contact_id ?? ''))
  const save = async (): Promise<void> => {
    await call('PUT /api/v1/payments/{checking_id}/note', {
      path: { checking_id: details.checking_id },
      query: { wallet_id: found.walletId },
      body: {
        note,
        labels: withLabel(labels, typed),
        // Keep a contact that belongs to another person with access, unless this person chooses one.
        ...(contactId !== undefined && { contact_id: contactId === '' ? null : contactId }),
      },
    })
    await Promise.all([refresh(), refreshContacts()])
    say(t('action.saved'), 'good')
    onClose()
  }
  return (
    <Dialog title={t('note.title')} onClose={onClose}>
      <Form task={task} onSend={save} draft="lost" isChanged={isChanged}>
        <TextArea
          label={t('note.note')}
          hint={t('note.hint')}
          value={note}
          onValue={setNote}
          limit={{ max: 2000 }}
          rows={3}
        />
        <LabelsField labels={labels} onLabels={setLabels} typed={typed} onTyped={setTyped} known={known} />
        {contacts.length > 0 && (
          <Select
            label={t('note.contact')}
            value={contactId ?? details.contact_id ?? ''}
            options={[
              { value: '', label: t('note.no-contact') },
              ...contacts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValue={setContact}
          />
        )}
        <Submit look="primary" wide>
          {t('action.save')}
        </Submit>
      </Form>
    </Dialog>
  )
}
