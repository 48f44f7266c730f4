import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import type { AnswerOf } from '../../api/routes.ts'
import { t } from '../../language/language.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { CodeField, totpOf } from '../../parts/numbers/code-field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { RecoveryCodes } from '../../parts/recovery-codes.tsx'
import { useTask } from '../../parts/use-task.ts'
import './account.css'

type Secret = AnswerOf<'POST /api/v1/auth/totp'>

/** Sets up an authenticator: scan, enter a code, keep the recovery codes. */
export function AuthenticatorSetUp({
  onCodes,
  onDone,
}: {
  /** The recovery codes are shown: hide everything else. */
  readonly onCodes?: () => void
  readonly onDone: () => void
}) {
  const [secret, setSecret] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const task = useTask()
  const show = (made: readonly string[]): void => {
    setCodes(made)
    onCodes?.()
  }
  if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={onDone} />
  if (secret !== undefined) return <Prove secret={secret} onCodes={show} />
  return (
    <div class="stack">
      <p>{t('account.authenticator-note')}</p>
      <Problem error={task.error} />
      <Button
        look="primary"
        icon="device"
        wide
        busy={task.busy}
        onClick={() => task.run(() => call('POST /api/v1/auth/totp').then(setSecret))}
      >
        {t('account.authenticator-begin')}
      </Button>
    </div>
  )
}

function Prove({
  secret: { secret, uri },
  onCodes,
}: {
  readonly secret: Secret
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const [code, setCode] = useState('')
  const task = useTask()
  const prove = async (): Promise<void> => {
    const { recovery_codes: codes } = await call('PUT /api/v1/auth/totp', {
      body: { totp: totpOf(code) },
    })
    onCodes(codes)
  }
  return (
    <Form task={task} onSend={prove}>
      <p>{t('account.authenticator-scan')}</p>
      <QrCode data={uri} label={t('account.authenticator-code')} />
      <details class="by-hand">
        <summary>{t('account.authenticator-by-hand')}</summary>
        <div class="stack">
          <code class="secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} wide />
        </div>
      </details>
      <CodeField label={t('factor.code')} value={code} onValue={setCode} required />
      <Submit look="primary" wide>
        {t('account.authenticator-finish')}
      </Submit>
    </Form>
  )
}
