import { useState } from 'preact/hooks'

/**
 * What a person has typed, beside the value that a form keeps of it: shown as it was typed while the form keeps that value.
 * A form may set another value: of the row that has moved up, for example. Then it is `typedOf` that value.
 */
export function useTyped<Typed>(
  value: string,
  typedOf: (value: string) => Typed,
): readonly [typed: Typed, keep: (typed: Typed, value: string) => void] {
  const [kept, setKept] = useState<{ readonly typed: Typed; readonly value: string } | undefined>(undefined)
  return [kept?.value === value ? kept.typed : typedOf(value), (typed, meant) => setKept({ typed, value: meant })]
}
