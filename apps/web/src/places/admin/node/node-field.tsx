import { withLatin } from '@satchel/money/read-typed-number'
import { t } from '../../../language/language.ts'
import { Checkbox } from '../../../parts/choices.tsx'
import { Field, TextArea } from '../../../parts/field.tsx'
import type { NodeKind } from './node-settings.ts'
import { fieldText } from './node-text.ts'

interface NodeFieldProps {
  readonly field: NodeKind['fields'][number]
  readonly value: string
  readonly onValue: (value: string) => void
}

/** An input for one variable of the node; variables set in the server's configuration are read-only. */
export function NodeField({ field, value, onValue }: NodeFieldProps) {
  const label = fieldText(field.name)
  if (field.is_set) return null
  if (field.type === 'flag')
    return <Checkbox label={label} on={value === 'true'} onChange={(on) => onValue(on ? 'true' : '')} />
  const shared = {
    label,
    value,
    onValue,
    hint: field.default === '' ? undefined : t('admin.node-optional'),
    ltr: true,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
  } as const
  if (/_(CERT|CA)$/.test(field.name)) return <TextArea {...shared} rows={3} />
  // Password managers must not offer to store it.
  return (
    <Field
      {...shared}
      {...(field.secret && { type: 'password', autocomplete: 'one-time-code' })}
      {...(field.type === 'integer' && { inputMode: 'numeric', onValue: (typed: string) => onValue(withLatin(typed)) })}
    />
  )
}
