import { LineIcon } from '../icon.tsx'
import './app-icon.css'
import { appIconPath } from './app-icon-paths.ts'

interface AppIconProps {
  readonly id: string
  readonly icon: string | null
  readonly category: string | null
  readonly hue: number | null
}

/** The icon of an extension in its colour. Decorative beside its name. */
export function AppIcon({ id, icon, category, hue }: AppIconProps) {
  return (
    // Set through the DOM: the policy of the page allows no inline styles.
    <span class="app-icon" style={{ '--hue': hue ?? hueOf(id) }}>
      <LineIcon path={appIconPath(icon, category)} />
    </span>
  )
}

/** The same colour on each device. */
const hueOf = (id: string): number =>
  Array.from(id).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
