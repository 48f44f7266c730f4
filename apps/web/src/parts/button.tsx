import type { ComponentChildren, JSX } from 'preact'
import { Link } from 'wouter-preact'
import type { Path } from '../routing/paths.ts'
import './button.css'
import { Icon, type IconName } from './icon.tsx'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

interface Shape {
  readonly look?: Look
  readonly icon?: IconName
  /** Full width, 48 px high. */
  readonly wide?: boolean
  readonly children: ComponentChildren
}

type ButtonProps = Shape &
  Pick<
    JSX.ButtonHTMLAttributes,
    'type' | 'onClick' | 'disabled' | 'aria-disabled' | 'aria-expanded' | 'aria-pressed' | 'form'
  > & {
    /** In progress; further taps are ignored. */
    readonly busy?: boolean
    /** The accessible name; it must begin with the visible text. */
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
      // `disabled` would lose the focus, and screen readers would miss a later problem.
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

/** A link that looks like a button. */
export function ButtonLink({ look = 'plain', icon, wide, children, to }: Shape & { readonly to: Path }) {
  return (
    <Link href={to} class={classOf(look, wide)}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

/** A button with only an icon, named by its label. */
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
