import { useState } from 'preact/hooks'
import { call } from '../api/call.ts'
import { askPasskey, canUsePasskeys } from '../api/passkey.ts'
import type { InputOf } from '../api/routes.ts'
import { t } from '../language/language.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form, Submit } from '../parts/form/form.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Task, useTask } from '../parts/use-task.ts'
import { LogInForm } from './log-in-form.tsx'
import './log-in.css'

type Proof = InputOf<'POST /api/v1/auth/step-up'>['body']

/** Before something that matters, the person proves once more who they are. */
export function StepUpForm({ ways, onDone }: { readonly ways: readonly string[]; readonly onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const task = useTask()
  const usable = ways.filter((way) => way !== 'login' && (way !== 'passkey' || canUsePasskeys()))
  if (usable.length === 0) return <LogInForm onDone={onDone} />
  const prove = (body: Proof): Promise<void> =>
    call('POST /api/v1/auth/step-up', { body }, { anonymous: true }).then(onDone)
  return (
    <div class="log-in">
      <p>{t('step-up.note')}</p>
      {ways.includes('passkey') && canUsePasskeys() && (
        <Button icon="key" wide busy={task.busy} onClick={() => task.run(() => byPasskey(prove))}>
          {t('step-up.passkey')}
        </Button>
      )}
      {ways.includes('totp') && (
        <ProofForm
          label={t('factor.code')}
          value={code}
          onValue={setCode}
          type="text"
          task={task}
          onSend={() => prove({ totp: code.replaceAll(/\s/g, '') })}
        />
      )}
      {ways.includes('password') && (
        <ProofForm
          label={t('log-in.password')}
          value={password}
          onValue={setPassword}
          type="password"
          task={task}
          onSend={() => prove({ password })}
        />
      )}
      <Problem error={task.error} />
    </div>
  )
}

/** It stands below all ways. */
const NOTHING = <></>

async function byPasskey(prove: (body: Proof) => Promise<void>): Promise<void> {
  const options = await call('POST /api/v1/auth/step-up/options', {}, { anonymous: true })
  const passkey = await askPasskey(options)
  if (passkey !== undefined) await prove({ passkey })
}

function ProofForm({
  label,
  value,
  onValue,
  type,
  task,
  onSend,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly type: 'text' | 'password'
  readonly task: Task
  readonly onSend: () => Promise<unknown>
}) {
  return (
    <Form task={task} onSend={onSend}>
      <Field
        label={label}
        type={type}
        value={value}
        onValue={onValue}
        autocomplete={type === 'password' ? 'current-password' : 'one-time-code'}
        required
      />
      <Submit problem={NOTHING} look="primary" wide>
        {t('step-up.submit')}
      </Submit>
    </Form>
  )
}
