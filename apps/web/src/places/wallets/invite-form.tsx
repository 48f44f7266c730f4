import type { Wallet } from '@satchel/client/operations'
import { useState } from 'preact/hooks'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/live.ts'
import { type Right, useWallet } from '../../api/wallets.ts'
import { fieldError } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { Field, Select } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { RightsChoice } from './rights-choice.tsx'

const AT_FIRST: readonly Right[] = ['view-payments', 'receive-payments']

/** Invites a person by username, by default to view and receive. */
export function InviteForm({ wallets }: { readonly wallets: readonly Wallet[] }) {
  const used = useWallet()?.id
  const [wished, setWished] = useState<string | undefined>(undefined)
  const wallet = [wished, used].find((id) => wallets.some((each) => each.id === id)) ?? wallets[0]?.id ?? ''
  const [name, setName] = useState('')
  const [rights, setRights] = useState(AT_FIRST)
  const task = useTask()
  const isReady = name.trim() !== '' && rights.length > 0
  const invite = async (): Promise<void> => {
    const body = { username: name.trim(), permissions: rights }
    const { username } = await call('PUT /api/v1/wallet/share/invite', { query: { wallet_id: wallet }, body })
    setName('')
    setRights(AT_FIRST)
    say(t('people.invited', { name: username }), 'good')
    await refresh()
  }
  const unknown = task.error instanceof ApiError && task.error.code === 'user_not_found'
  const wrong = unknown ? t('people.unknown') : fieldError(task.error, 'username')
  return (
    <Form task={task} onSend={invite} draft="lost">
      {wallets.length > 1 && (
        <Select
          label={t('filter.wallet')}
          value={wallet}
          options={wallets.map(({ id, name: label }) => ({ value: id, label }))}
          onValue={setWished}
        />
      )}
      <Field
        label={t('people.username')}
        hint={t('people.username-hint')}
        value={name}
        onValue={setName}
        error={wrong}
        limit={{ max: 64 }}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
      <RightsChoice rights={rights} onRights={setRights} />
      <Submit look="primary" icon="plus" wide disabled={!isReady}>
        {t('people.invite')}
      </Submit>
    </Form>
  )
}
