import type { Acl } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { t } from '../../language/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { presetOf } from './presets.ts'
import { RightsFields } from './rights-fields.tsx'
import { refreshConnections } from './use-connections.ts'

/** Renames a connection or changes its rights; effective from the program's next request. */
export function ChangeDialog({ acl, onClose }: { readonly acl: Acl; readonly onClose: () => void }) {
  const [name, setName] = useState(acl.name)
  const [entries, setEntries] = useState(acl.allowed_endpoints)
  const [preset, setPreset] = useState(presetOf(acl.allowed_endpoints))
  const task = useTask()
  const isReady = name.trim() !== '' && entries.length > 0
  const save = async (): Promise<void> => {
    const body = { name: name.trim(), allowed_endpoints: entries }
    await call('PUT /api/v1/auth/acls/{acl_id}', { path: { acl_id: acl.id }, body })
    await refreshConnections()
    say(t('action.saved'), 'good')
    onClose()
  }
  return (
    <Dialog title={t('connect.change')} onClose={onClose}>
      <Form task={task} onSend={save} draft="lost">
        <Field label={t('connect.name')} value={name} onValue={setName} limit={{ max: 64 }} autocomplete="off" />
        <RightsFields
          preset={preset}
          entries={entries}
          onRights={(next, chosen) => {
            setPreset(next)
            setEntries(chosen)
          }}
        />
        <Submit look="primary" wide disabled={!isReady}>
          {t('action.save')}
        </Submit>
      </Form>
    </Dialog>
  )
}
