import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { askPasskey, canUsePasskeys } from '../api/passkey.ts'
import type { InputOf } from '../api/routes.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, Submit } from '../parts/form/form.tsx'
import { CodeField, totpOf } from '../parts/numbers/code-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { useTask } from '../parts/use-task.ts'
import { LogInForm } from './log-in-form.tsx'
import './log-in.css'

type Proof = InputOf<'POST /api/v1/auth/step-up'>['body']

/** Asks for a second proof of identity before a sensitive action. */
export function StepUpForm({ ways, onDone }: { readonly ways: readonly string[]; readonly onDone: () => void }) {
  const task = useTask()
  const usable = ways.filter((way) => way !== 'login' && (way !== 'passkey' || canUsePasskeys()))
  if (usable.length === 0) return <LogInForm onDone={onDone} />
  const prove = (body: Proof): Promise<void> =>
    call('POST /api/v1/auth/step-up', { body }, { anonymous: true }).then(onDone)
  return (
    <div class="log-in">
      <p>{t('step-up.note')}</p>
      {ways.includes('passkey') && canUsePasskeys() && (
        <div class="stack">
          <Problem error={task.error} />
          <Button icon="key" wide busy={task.busy} onClick={() => task.run(() => byPasskey(prove))}>
            {t('step-up.passkey')}
          </Button>
        </div>
      )}
      {ways.includes('totp') && (
        <ProofForm label={t('factor.code')} type="code" onSend={(code) => prove({ totp: totpOf(code) })} />
      )}
      {ways.includes('password') && (
        <ProofForm label={t('log-in.password')} type="password" onSend={(password) => prove({ password })} />
      )}
    </div>
  )
}

async function byPasskey(prove: (body: Proof) => Promise<void>): Promise<void> {
  const options = await call('POST /api/v1/auth/step-up/options', {}, { anonymous: true })
  const passkey = await askPasskey(options)
  if (passkey !== undefined) await prove({ passkey })
}

/** Has its own task, so that its error is not shown at another way. */
function ProofForm({
  label,
  type,
  onSend,
}: {
  readonly label: string
  readonly type: 'code' | 'password'
  readonly onSend: (proof: string) => Promise<unknown>
}) {
  const [value, setValue] = useState('')
  const task = useTask()
  return (
    <Form task={task} onSend={() => onSend(value)}>
      {type === 'code' ? (
        <CodeField label={label} value={value} onValue={setValue} required />
      ) : (
        <Field
          label={label}
          type="password"
          value={value}
          onValue={setValue}
          autocomplete="current-password"
          required
        />
      )}
      <Submit look="primary" wide>
        {t('step-up.submit')}
      </Submit>
    </Form>
  )
}
