import { withLatin } from '@satchel/money/read-typed-number'
import type { ComponentProps } from 'preact'
import { Field } from '../field.tsx'

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'ltr' | 'inputMode'> & {
  /** Six digits only: a recovery code has letters. */
  readonly isDigits?: boolean
}

/** A code for one use, in the digits of any keyboard. */
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

/** Authenticators show their six digits in two groups. */
export const totpOf = (typed: string): string => withLatin(typed).replaceAll(/\s/g, '')
