import { useState } from 'preact/hooks'
import { callAt } from '../../api/call.ts'
import type { ActionShape } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { createSendOnce } from '../../money/send-once.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, Submit } from '../../parts/form/form.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { say } from '../../parts/toast.tsx'
import { useTask } from '../../parts/use-task.ts'
import { toBody, toDraft } from './draft.ts'
import { FieldFacts } from './field-facts.tsx'
import { Fields } from './fields.tsx'
import { refreshItems } from './items.ts'
import { useAround } from './use-around.ts'

type Values = Readonly<Record<string, unknown>>

export interface ActionProps {
  readonly action: ActionShape
  /** The path with its parameters filled in. */
  readonly path: string
  /** Initial values of its fields. */
  readonly start?: Values
  readonly onDone?: () => void
}

/** Asks for the fields of an action, sends it once, and shows the answer. */
export function ActionDialog({
  action,
  path,
  start = {},
  onDone,
  onClose,
}: ActionProps & { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(() => toDraft(action.fields, start))
  const [answer, setAnswer] = useState<Values | undefined>(undefined)
  const [sendOnce] = useState(createSendOnce)
  const task = useTask()
  const act = async (): Promise<void> => {
    const body = toBody(action.fields, draft, 'new')
    const hasBody = action.fields.length > 0
    const given = await sendOnce((idempotencyKey) =>
      callAt(action.method, path, hasBody ? { body } : {}, { idempotencyKey }),
    )
    await refreshItems()
    if (action.answer.some(({ name }) => isWorthShowing(name, given))) return setAnswer(given as Values)
    say(t('ext.done', { what: action.label }), 'good')
    onClose()
    onDone?.()
  }
  const close = (): void => {
    onClose()
    if (answer !== undefined) onDone?.()
  }
  return (
    <Dialog title={action.label} onClose={close}>
      {answer === undefined ? (
        <Form task={task} onSend={act}>
          {action.confirm !== undefined && <p>{action.confirm}</p>}
          {action.confirm === undefined && action.danger && <p>{t('ext.danger')}</p>}
          <Fields fields={action.fields} draft={draft} onDraft={setDraft} error={task.error} />
          <Submit look={action.danger ? 'danger' : 'primary'} wide>
            {action.label}
          </Submit>
        </Form>
      ) : (
        <ActionAnswer action={action} answer={answer} onClose={close} />
      )}
    </Dialog>
  )
}

/** Show only what is not in the list behind the dialog: new keys, codes and transactions. */
const isWorthShowing = (name: string, answer: unknown): boolean =>
  ONLY_HERE.has(name) && typeof (answer as Values | undefined)?.[name] === 'string'

const ONLY_HERE = new Set([
  'lnurl',
  'otp',
  'key',
  'k0',
  'psbt',
  'tx',
  'txid',
  'manage_secret',
  'address',
  'totp_uri',
  'door_link',
])

function ActionAnswer({
  action,
  answer,
  onClose,
}: {
  readonly action: ActionShape
  readonly answer: Values
  readonly onClose: () => void
}) {
  const around = useAround(answer['currency'])
  const code = ['lnurl', 'address', 'totp_uri', 'door_link']
    .map((name) => answer[name])
    .find((value) => typeof value === 'string')
  return (
    <>
      {typeof code === 'string' && <QrCode data={code} label={t('ext.code')} />}
      <FieldFacts fields={action.answer} values={answer} around={around} />
      <Button look="primary" wide onClick={onClose}>
        {t('action.done')}
      </Button>
    </>
  )
}
