import type { ComponentChildren } from 'preact'
import './empty-state.css'
import { Icon, type IconName } from './icon.tsx'

/** Placeholder of an empty list, with the first step. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  )
}
