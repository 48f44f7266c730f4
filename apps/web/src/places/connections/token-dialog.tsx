import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { useTask } from '../../parts/use-task.ts'
import { ShownToken } from './shown-token.tsx'
import { TokenFields, useTokenForm } from './token-fields.tsx'
import { makeToken } from './use-connections.ts'

/** Adds a token with the same rights, such as for another device or to replace a revoked one. */
export function TokenDialog({
  aclId,
  canSpend,
  onClose,
}: {
  readonly aclId: string
  readonly canSpend: boolean
  readonly onClose: () => void
}) {
  const [name, setName] = useState('')
  const state = useTokenForm(canSpend)
  const [token, setToken] = useState<string | undefined>(undefined)
  const task = useTask()
  const { wish } = state
  const create = async (): Promise<void> => {
    if (wish !== undefined) setToken(await makeToken(aclId, { name: name.trim(), ...wish }))
  }
  return (
    <Dialog title={t('connect.new-token')} onClose={onClose}>
      {token === undefined ? (
        <Form task={task} onSend={create} draft="lost">
          <Field
            label={t('connect.token-name')}
            value={name}
            onValue={setName}
            hint={t('connect.token-name-hint')}
            limit={{ max: 64 }}
            autocomplete="off"
          />
          <TokenFields state={state} canSpend={canSpend} />
          <Submit look="primary" icon="key" wide disabled={wish === undefined}>
            {t('connect.create')}
          </Submit>
        </Form>
      ) : (
        <ShownToken token={token} />
      )}
    </Dialog>
  )
}
