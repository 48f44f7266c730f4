import { closed, isolated } from '@satchel/page/isolated'

interface IsolatedProps {
  readonly class?: string
  readonly dir?: 'ltr'
  readonly lang?: string
  readonly children: string | undefined
}

/** Inline text of other people, or an amount: isolates its writing direction from the text around it. */
export const Isolated = ({ children, ...rest }: IsolatedProps) => <bdi {...rest}>{closed(children ?? '')}</bdi>

/** The same as a string. A string made of isolated parts gets the direction of the language. */
export function isolatedIn(text: string, direction: 'ltr' | 'rtl'): string {
  const around = text.replaceAll(/[\u2066-\u2068].*?\u2069/gsu, '')
  if (around === text || /\p{L}/u.test(around)) return isolated(text, direction)
  return `${direction === 'rtl' ? '\u2067' : '\u2066'}${closed(text)}\u2069`
}

/**
 * True if a text begins with an isolate. `dir="auto"` would take the direction from inside it, so such an element has
 * no `dir`.
 */
export const beginsIsolated = (text: unknown): boolean => typeof text === 'string' && /^[\u2066-\u2068]/.test(text)
