import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { askPasskey, canUsePasskeys } from '../api/passkey.ts'
import type { InputOf } from '../api/routes.ts'
import { AS_COOKIE } from '../api/session.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Form, Submit } from '../parts/form/form.tsx'
import { CodeField, totpOf } from '../parts/numbers/code-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { useTask } from '../parts/use-task.ts'

type Proof = Omit<InputOf<'POST /api/v1/auth/second-factor'>['body'], 'ticket'>

/** Accepts a TOTP code, a passkey or a recovery code. */
export function SecondFactorForm({
  ticket,
  ways,
  onDone,
  onBack,
}: {
  readonly ticket: string
  readonly ways: readonly string[]
  readonly onDone: () => void
  readonly onBack: () => void
}) {
  const [isRecovery, setRecovery] = useState(!ways.includes('totp') && !ways.includes('passkey'))
  const [code, setCode] = useState('')
  const task = useTask()
  const passkey = useTask()
  const prove = (proof: Proof): Promise<void> =>
    call('POST /api/v1/auth/second-factor', { body: { ticket, ...proof } }, AS_COOKIE).then(onDone)
  const takesCode = isRecovery || ways.includes('totp')
  return (
    <Form
      class="log-in"
      task={task}
      onSend={() => prove(isRecovery ? { recovery_code: code.trim() } : { totp: totpOf(code) })}
    >
      <p>{t(isRecovery ? 'factor.recovery-note' : 'factor.note')}</p>
      {takesCode && (
        <>
          <CodeField
            key={String(isRecovery)}
            label={t(isRecovery ? 'factor.recovery-code' : 'factor.code')}
            value={code}
            onValue={setCode}
            isDigits={!isRecovery}
            required
          />
          <Submit look="primary" wide>
            {t('factor.submit')}
          </Submit>
        </>
      )}
      {!isRecovery && ways.includes('passkey') && canUsePasskeys() && (
        <div class="stack">
          <Problem error={passkey.error} />
          <Button icon="key" wide busy={passkey.busy} onClick={() => passkey.run(() => byPasskey(ticket, prove))}>
            {t('factor.passkey')}
          </Button>
        </div>
      )}
      <div class="row-of-buttons">
        <Button
          look="quiet"
          onClick={() => {
            setCode('')
            setRecovery(!isRecovery)
          }}
        >
          {t(isRecovery ? 'factor.use-code' : 'factor.use-recovery')}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t('nav.back')}
        </Button>
      </div>
    </Form>
  )
}

async function byPasskey(ticket: string, prove: (proof: Proof) => Promise<void>): Promise<void> {
  const options = await call('POST /api/v1/auth/passkey/options', { body: { ticket } }, AS_COOKIE)
  const passkey = await askPasskey(options)
  if (passkey !== undefined) await prove({ passkey })
}
