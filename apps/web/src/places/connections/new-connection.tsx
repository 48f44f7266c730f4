import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { t } from '../../language/language.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { useTask } from '../../parts/use-task.ts'
import { entriesOf, maySpend, type Preset } from './presets.ts'
import { RightsFields } from './rights-fields.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenFields, useTokenForm } from './token-fields.tsx'
import { makeToken, refreshConnections } from './use-connections.ts'

/** Creates an access list and its token for a program, with few rights by default. */
export function NewConnection() {
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<Preset>('receive')
  const [entries, setEntries] = useState<readonly string[]>(entriesOf('receive'))
  const canSpend = maySpend(entries)
  const state = useTokenForm(canSpend)
  const [token, setToken] = useState<string | undefined>(undefined)
  const task = useTask()
  const { wish } = state
  const isReady = name.trim() !== '' && entries.length > 0 && wish !== undefined
  const create = async (): Promise<void> => {
    if (wish === undefined) return
    const { id } = await call('POST /api/v1/auth/acls', { body: { name: name.trim(), allowed_endpoints: entries } })
    try {
      setToken(await makeToken(id, { name: '', ...wish }))
    } catch (error) {
      // Remove the list if no token was made: a retry creates another one.
      await call('DELETE /api/v1/auth/acls/{acl_id}', { path: { acl_id: id } }).catch(() => refreshConnections())
      throw error
    }
  }
  if (token !== undefined)
    return (
      <Sheet key="made" title={t('connect.made')} back="/connections">
        <ShownToken token={token} />
        <ButtonLink to="/connections" look="primary" wide>
          {t('action.done')}
        </ButtonLink>
      </Sheet>
    )
  return (
    <Sheet key="new" title={t('connect.new')} back="/connections">
      <Form task={task} onSend={create} draft="lost">
        <Field
          label={t('connect.name')}
          hint={t('connect.name-hint')}
          value={name}
          onValue={setName}
          limit={{ max: 64 }}
          autocomplete="off"
        />
        <RightsFields
          preset={preset}
          entries={entries}
          onRights={(next, chosen) => {
            setPreset(next)
            setEntries(chosen)
          }}
        />
        <TokenFields state={state} canSpend={canSpend} />
        <p class="note">{t('connect.all-wallets')}</p>
        <Submit look="primary" icon="key" wide disabled={!isReady}>
          {t('connect.create')}
        </Submit>
      </Form>
    </Sheet>
  )
}
