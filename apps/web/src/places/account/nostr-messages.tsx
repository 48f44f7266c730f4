import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { Field, Switch } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { CodeField, totpOf } from '../../parts/numbers/code-field.tsx'
import { isKeyOfMoney, useGuardedText } from '../../parts/payment/use-guarded-text.ts'
import { Problem } from '../../parts/problem.tsx'
import { useTask } from '../../parts/use-task.ts'

type Recipient = AnswerOf<'GET /api/v1/push/nostr'>

const KEY = ['push-nostr']

/** Messages by Nostr: enter a key or name, prove it by a code, then a switch. Nothing if the service sends none. */
export function NostrMessages({ on, onChange }: { readonly on: boolean; readonly onChange: (on: boolean) => void }) {
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /api/v1/push/nostr', {}, { signal }),
  })
  if (data === undefined) return <Problem error={error} />
  if (data.sender === null) return null
  return data.verified ? <Verified recipient={data} on={on} onChange={onChange} /> : <Prove recipient={data} />
}

interface VerifiedProps {
  readonly recipient: Recipient
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

function Verified({ recipient, on, onChange }: VerifiedProps) {
  const queries = useQueryClient()
  const task = useTask()
  return (
    <>
      <Switch
        label={t('account.notify-nostr')}
        hint={t('account.notify-nostr-to', { address: recipient.address ?? '' })}
        on={on}
        onChange={onChange}
      />
      <Button
        onClick={() => {
          task.run(async () => queries.setQueryData(KEY, await call('DELETE /api/v1/push/nostr')))
        }}
      >
        {t('account.nostr-other')}
      </Button>
      <Problem error={task.error} />
    </>
  )
}

/** Enters the key, then the code sent to it. */
function Prove({ recipient }: { readonly recipient: Recipient }) {
  const queries = useQueryClient()
  const [address, setAddress] = useState(recipient.address ?? '')
  const [code, setCode] = useState('')
  const guarded = useGuardedText({ value: address, onValue: setAddress }, isKeyOfMoney)
  const task = useTask()
  const isSent = recipient.address !== null && recipient.address === address.trim()
  const send = async (): Promise<Recipient> =>
    isSent
      ? call('POST /api/v1/push/nostr/verify', { body: { code: totpOf(code) } })
      : call('PUT /api/v1/push/nostr', { body: { address: address.trim() } })
  return (
    <Form task={task} onSend={async () => queries.setQueryData(KEY, await send())} draft="lost">
      <Field
        label={t('account.nostr-address')}
        hint={t('account.nostr-address-note')}
        {...guarded}
        autocomplete="off"
        ltr
      />
      {isSent && (
        <CodeField label={t('account.nostr-code')} hint={t('account.nostr-code-note')} value={code} onValue={setCode} />
      )}
      <Submit disabled={address.trim() === '' || (isSent && code.trim() === '')}>
        {isSent ? t('account.nostr-verify') : t('account.nostr-send')}
      </Submit>
    </Form>
  )
}
