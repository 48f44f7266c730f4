import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'
import { ShownToken } from './shown-token.tsx'
import { TokenFields, useTokenForm } from './token-fields.tsx'
import { makeToken } from './use-connections.ts'

/** A further token with the same rights: for another device, or in the place of one that is revoked. */
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
  return (
    <Dialog title={t('connect.new-token')} onClose={onClose}>
      {token === undefined ? (
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (wish !== undefined)
              task.run(async () => setToken(await makeToken(aclId, { name: name.trim(), ...wish })))
          }}
        >
          <Field
            label={t('connect.token-name')}
            value={name}
            onValue={setName}
            hint={t('connect.token-name-hint')}
            maxLength={64}
            autocomplete="off"
          />
          <TokenFields state={state} canSpend={canSpend} />
          <Problem error={task.error} />
          <Button type="submit" look="primary" icon="key" wide busy={task.busy} disabled={wish === undefined}>
            {t('connect.create')}
          </Button>
        </form>
      ) : (
        <ShownToken token={token} />
      )}
    </Dialog>
  )
}
