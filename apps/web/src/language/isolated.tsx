import { closed } from '@satchel/page/isolated'

interface IsolatedProps {
  readonly class?: string
  readonly dir?: 'ltr'
  readonly lang?: string
  readonly children: string | undefined
}

/** Within a line: what others have written, or an amount. It has its own direction and turns nothing beside it. */
export const Isolated = ({ children, ...rest }: IsolatedProps) => <bdi {...rest}>{closed(children ?? '')}</bdi>
