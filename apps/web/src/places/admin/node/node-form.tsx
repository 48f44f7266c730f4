import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { t } from '../../../language/language.ts'
import { Banner } from '../../../parts/banner.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Select } from '../../../parts/field.tsx'
import { Form, Submit } from '../../../parts/form/form.tsx'
import { useTask } from '../../../parts/use-task.ts'
import { NodeFacts } from './node-facts.tsx'
import { NodeField } from './node-field.tsx'
import type { NodeChoice, NodeKind, TriedNode } from './node-settings.ts'
import { kindText } from './node-text.ts'
import { UseNode } from './use-node.tsx'
import { withFieldNames } from './with-field-names.ts'

type Values = Readonly<Record<string, string>>

/** Chooses and tests another node before it is used. Entered secrets stay in this form. */
export function NodeForm({ kinds }: { readonly kinds: readonly NodeKind[] }) {
  const [kind, setKind] = useState<string>('')
  const [values, setValues] = useState<Values>({})
  const [tried, setTried] = useState<TriedNode | undefined>(undefined)
  const task = useTask()
  const chosen = kinds.find((each) => each.kind === kind)
  const choice = { kind, values } as NodeChoice
  const change = (name: string, value: string): void => {
    setValues({ ...values, [name]: value })
    setTried(undefined)
  }
  const start = (next: string): void => {
    setKind(next)
    setValues({})
    setTried(undefined)
  }
  return (
    <section class="stack" aria-label={t('admin.node-another')}>
      <h2>{t('admin.node-another')}</h2>
      <Form
        task={task}
        onSend={async () => {
          setTried(undefined)
          setTried(await withFieldNames(call('POST /api/v1/admin/funding/try', { body: choice })))
        }}
        draft="lost"
        isChanged={Object.values(values).some((value) => value !== '')}
        autocomplete="off"
      >
        <Select
          label={t('admin.node-kind')}
          value={kind}
          options={[
            { value: '', label: t('admin.node-choose') },
            ...kinds.map((each) => ({ value: each.kind, label: kindText(each.kind) })),
          ]}
          onValue={start}
        />
        {chosen?.fields.map((field) => (
          <NodeField
            key={`${kind} ${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            onValue={(value) => change(field.name, value)}
          />
        ))}
        {chosen !== undefined && <Submit wide>{t('admin.node-try')}</Submit>}
      </Form>
      {tried !== undefined && (
        <div role="status" class="stack">
          <Banner icon="check">{t('admin.node-tried')}</Banner>
          <Facts>
            <NodeFacts node={tried} />
          </Facts>
          {tried.is_in_use && <p>{t('admin.node-is-in-use')}</p>}
          {!tried.can_limit_fees && <Banner icon="warning">{t('admin.node-no-limit')}</Banner>}
          {!tried.proves_payments && <Banner icon="warning">{t('admin.node-no-proof')}</Banner>}
        </div>
      )}
      {tried !== undefined && <UseNode choice={choice} isInUse={tried.is_in_use} onDone={() => start('')} />}
    </section>
  )
}
