import { t } from '../../../language/language.ts'
import { Button } from '../../../parts/button.tsx'
import { Field } from '../../../parts/field.tsx'
import type { TextInputProps } from '../../../parts/numbers/input-props.ts'
import { hintsOf } from '../../../parts/numbers/number-field.tsx'

/** The colour that the browser's control shows while the value is empty. */
const USUAL = '#94480f'

/** `#94480f`, or empty for none, which the browser's control cannot express. */
export function ColorInput({ label, hint, error, value, onValue }: TextInputProps) {
  return (
    <Field
      label={label}
      hint={hintsOf(hint, value === '' ? t('ext.no-color') : undefined)}
      error={error}
      type="color"
      value={value === '' ? USUAL : value}
      onValue={onValue}
    >
      {value !== '' && <Button onClick={() => onValue('')}>{t('ext.remove')}</Button>}
    </Field>
  )
}
