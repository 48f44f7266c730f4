import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { canUsePasskeys, makePasskey } from '../../api/passkey.ts'
import type { InputOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { Field } from '../../parts/field.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { RecoveryCodes } from '../../parts/recovery-codes.tsx'
import { useTask } from '../../parts/use-task.ts'
import { NeedsHttps } from './needs-https.tsx'
import { nameOfBrowser } from './read-agent.ts'

type NewPasskey = InputOf<'POST /api/v1/auth/passkeys'>['body']['passkey']

/** Names and registers a passkey; the first one comes with recovery codes. */
export function PasskeySetUp({
  onCodes,
  onDone,
}: {
  /** The recovery codes are shown: hide everything else. */
  readonly onCodes?: () => void
  readonly onDone: () => void
}) {
  const [name, setName] = useState(() => nameOfBrowser(navigator.userAgent) ?? '')
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (): void => {
    setCodes(undefined)
    onDone()
  }
  const task = useTask()
  if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={finish} />
  if (!canUsePasskeys())
    return isSecureContext ? <p class="note">{t('account.passkeys-not-here')}</p> : <NeedsHttps what="passkeys" />
  const add = async (): Promise<void> => {
    const passkey = await makePasskey(await call('POST /api/v1/auth/passkeys/options'))
    if (passkey === undefined) return
    const added = await call('POST /api/v1/auth/passkeys', {
      body: { name: name.trim(), passkey: passkey as NewPasskey },
    })
    if (added.recovery_codes === undefined) return finish()
    setCodes(added.recovery_codes)
    onCodes?.()
  }
  return (
    <Form task={task} onSend={add}>
      <Field
        label={t('account.passkey-name')}
        value={name}
        onValue={setName}
        hint={t('account.passkey-name-hint')}
        limit={{ max: 64 }}
        required
      />
      <Submit look="primary" icon="key" wide>
        {t('account.passkey-add')}
      </Submit>
    </Form>
  )
}
