import type { Variable } from './variables/variable.ts'

const MASKED = '***'

/** A value as it may be printed: nothing of a secret, a URL without its password. */
export function maskValue(variable: Pick<Variable, 'secret'> | undefined, value: string): string {
  if (variable?.secret === 'whole') return MASKED
  if (variable?.secret !== 'password') return value
  return value.replace(/^(\w+:\/\/)[^/]*:.*@/, `$1${MASKED}@`).replace(/([?&]\w*password=)[^&]*/gi, `$1${MASKED}`)
}
