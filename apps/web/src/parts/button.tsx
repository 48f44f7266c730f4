import type { ComponentChildren, JSX } from 'preact'
import { Link } from 'wouter-preact'
import type { Path } from '../routing/paths.ts'
import './button.css'
import { Icon, type IconName } from './icon.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

interface Shape {
  readonly look?: Look
  readonly icon?: IconName
  /** Over the whole width, 48 px high. */
  readonly wide?: boolean
  readonly children: ComponentChildren
}

type ButtonProps = Shape &
  Pick<
    JSX.ButtonHTMLAttributes,
    'type' | 'onClick' | 'disabled' | 'aria-disabled' | 'aria-expanded' | 'aria-pressed' | 'form'
  > & {
    /** What was asked for is being done: it cannot be asked for twice. */
    readonly busy?: boolean
    /** For screen readers, where the words say too little: it begins with them. */
    readonly label?: string
  }

export function Button({
  look = 'plain',
  icon,
  wide,
  busy = false,
  label,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={classOf(look, wide)}
      // `disabled` would lose the focus, which stays here if there is a problem to tell.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? refuse : onClick}
      aria-label={label}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

const refuse = (event: Event): void => event.preventDefault()

/** Looks like a button, leads to a place. */
export function ButtonLink({ look = 'plain', icon, wide, children, to }: Shape & { readonly to: Path }) {
  return (
    <Link href={to} class={classOf(look, wide)}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

/** Only an icon; the label is its name. */
export function IconButton({
  icon,
  label,
  mirrored = false,
  ...rest
}: { readonly icon: IconName; readonly label: string; readonly mirrored?: boolean } & Pick<
  JSX.ButtonHTMLAttributes,
  'onClick' | 'disabled' | 'aria-expanded' | 'aria-pressed'
>) {
  return (
    <button {...rest} type="button" class="icon-button" aria-label={label} title={label}>
      <Icon name={icon} mirrored={mirrored} />
    </button>
  )
}

const classOf = (look: Look, wide: boolean | undefined): string => `button ${look}${wide === true ? ' wide' : ''}`
