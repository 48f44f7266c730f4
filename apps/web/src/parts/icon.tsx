import './icon.css'
import { ICON_PATHS } from './icons/icon-paths.ts'

export type IconName = keyof typeof ICON_PATHS

export function Icon({ name, mirrored = false }: { readonly name: IconName; readonly mirrored?: boolean }) {
  return <LineIcon path={ICON_PATHS[name]} look={mirrored ? 'mirrored' : undefined} />
}

interface LineIconProps {
  readonly path: string
  /** CSS class. */
  readonly look?: string | undefined
}

/** Decorative beside text: `aria-hidden`. */
export function LineIcon({ path, look }: LineIconProps) {
  return (
    <svg class={look === undefined ? 'icon' : `icon ${look}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
