import { withLatin } from '@satchel/money/read-typed-number'
import type { ComponentProps } from 'preact'
import { Field } from '../field.tsx'

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'ltr' | 'inputMode'> & {
  /** Only digits; recovery codes have letters. */
  readonly isDigits?: boolean
}

/** A one-time code, accepting digits of any script. */
export function CodeField({ isDigits = true, onValue, ...rest }: CodeFieldProps) {
  return (
    <Field
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck={false}
      {...rest}
      onValue={(typed) => onValue(withLatin(typed))}
      inputMode={isDigits ? 'numeric' : 'text'}
      ltr
    />
  )
}

/** Removes the space that authenticators show between two groups. */
export const totpOf = (typed: string): string => withLatin(typed).replaceAll(/\s/g, '')
