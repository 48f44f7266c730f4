import { closed, isolated } from '@satchel/page/isolated'

interface IsolatedProps {
  readonly class?: string
  readonly dir?: 'ltr'
  readonly lang?: string
  readonly children: string | undefined
}

/** Within a line: what others have written, or an amount. It has its own direction and turns nothing beside it. */
export const Isolated = ({ children, ...rest }: IsolatedProps) => <bdi {...rest}>{closed(children ?? '')}</bdi>

/** The same within a text. One that is made of isolated texts has no direction of its own: it gets that of the language. */
export function isolatedIn(text: string, direction: 'ltr' | 'rtl'): string {
  const around = text.replaceAll(/[\u2066-\u2068].*?\u2069/gsu, '')
  if (around === text || /\p{L}/u.test(around)) return isolated(text, direction)
  return `${direction === 'rtl' ? '\u2067' : '\u2066'}${closed(text)}\u2069`
}

/** Such a text, alone in an element: browsers look into what is isolated when they are asked for the direction of a text. */
export const beginsIsolated = (text: unknown): boolean => typeof text === 'string' && /^[\u2066-\u2068]/.test(text)
