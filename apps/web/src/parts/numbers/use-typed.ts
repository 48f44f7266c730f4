import { useState } from 'preact/hooks'

/**
 * Keeps the typed text while the form keeps the value parsed from it. If the form sets another value, such as after
 * rows moved, shows `typedOf` it.
 */
export function useTyped<Typed>(
  value: string,
  typedOf: (value: string) => Typed,
): readonly [typed: Typed, keep: (typed: Typed, value: string) => void] {
  const [kept, setKept] = useState<{ readonly typed: Typed; readonly value: string } | undefined>(undefined)
  return [kept?.value === value ? kept.typed : typedOf(value), (typed, meant) => setKept({ typed, value: meant })]
}
