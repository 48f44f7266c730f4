import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import './problem.css'

/** A persistent message, with an action. */
export function Banner({
  icon,
  children,
  action,
}: {
  readonly icon: IconName
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
}) {
  return (
    <div class="banner">
      <Icon name={icon} />
      <p>{children}</p>
      {action}
    </div>
  )
}
