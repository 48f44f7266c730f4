import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Icon, type IconName } from '../../../parts/icon.tsx'
import type { Path } from '../../../routing/paths.ts'
import type { Level } from './judge-service.ts'

const ICONS: Readonly<Record<Level, IconName>> = { good: 'check', watch: 'bell', bad: 'warning', unknown: 'clock' }

interface TileProps {
  readonly id: string
  readonly title: string
  readonly level: Level
  /** The state in words. */
  readonly state: string
  readonly to: Path
  readonly link: string
  /** Facts. */
  readonly children: ComponentChildren
}

/** One answer at a glance: its state by colour, icon and words, its figures, and a link to its place. */
export function Tile({ id, title, level, state, to, link, children }: TileProps) {
  return (
    <section class={`tile ${level}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="tile-state">
        <Icon name={ICONS[level]} />
        <span>{state}</span>
      </p>
      <dl class="facts">{children}</dl>
      <Link class="tile-link" href={to}>
        {link}
        <Icon name="forward" mirrored />
      </Link>
    </section>
  )
}
