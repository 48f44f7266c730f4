import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import type { Path } from '../routing/paths.ts'
import { Icon, type IconName } from './icon.tsx'
import './list-row.css'

interface RowShape {
  readonly icon?: IconName
  /** Replaces the icon. */
  readonly picture?: ComponentChildren
  readonly title: ComponentChildren
  readonly note?: ComponentChildren
  readonly end?: ComponentChildren
}

export function List({ children, label }: { readonly children: ComponentChildren; readonly label?: string }) {
  return (
    <ul class="list" aria-label={label}>
      {children}
    </ul>
  )
}

/** A row that is a link: `to` inside the app, `href` outside. */
export function LinkRow({
  to,
  href,
  current,
  ...shape
}: RowShape & {
  readonly to?: Path
  readonly href?: string
  readonly current?: boolean
}) {
  const body = <RowBody {...shape} end={shape.end ?? <Icon name="forward" mirrored />} />
  return (
    <li>
      {to === undefined ? (
        <a class="row" href={href}>
          {body}
        </a>
      ) : (
        <Link class="row" href={to} aria-current={current === true ? 'true' : undefined}>
          {body}
        </Link>
      )}
    </li>
  )
}

export function ButtonRow({
  onClick,
  current,
  ...shape
}: RowShape & { readonly onClick: () => void; readonly current?: boolean }) {
  return (
    <li>
      <button type="button" class="row" onClick={onClick} aria-current={current === true ? 'true' : undefined}>
        <RowBody {...shape} />
      </button>
    </li>
  )
}

export function TextRow(shape: RowShape) {
  return (
    <li class="row">
      <RowBody {...shape} />
    </li>
  )
}

function RowBody({ icon, picture, title, note, end }: RowShape) {
  return (
    <>
      {(icon !== undefined || picture !== undefined) && (
        <span class="row-icon">{icon === undefined ? picture : <Icon name={icon} />}</span>
      )}
      <span class="row-text">
        <span class="row-title" dir="auto" title={typeof title === 'string' ? title : undefined}>
          {title}
        </span>
        {note !== undefined && <small>{note}</small>}
      </span>
      {end !== undefined && <span class="row-end">{end}</span>}
    </>
  )
}
