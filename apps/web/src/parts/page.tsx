import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSiteName } from '../api/wallets.ts'
import { isolatedHere, t } from '../language/language.ts'
import { type Path, useBack } from '../routing/paths.ts'
import { IconButton } from './button.tsx'
import './page.css'

interface PageProps {
  readonly title: string
  /** Where Back leads when the app was opened here; without it there is no Back. */
  readonly back?: Path
  /** At the end of the heading's line. */
  readonly action?: ComponentChildren
  /** The heading is for screen readers only, because the page shows what it is. */
  readonly quiet?: boolean
  /** Beside it on a wide screen, with a scroll bar of its own. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

let isFirst = true

/** A place: its one heading takes the focus after a change of route, and names the window. */
export function Page({ title, back, action, quiet = false, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const siteName = useSiteName()
  useEffect(() => {
    // A field of the page may have taken it.
    const isTaken = heading.current?.closest('main')?.contains(document.activeElement) === true
    if (!isFirst && !isTaken) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${isolatedHere(title)} – ${siteName}`
  }, [title, siteName])
  const content = (
    <>
      <header class={quiet ? 'page-head unseen' : 'page-head'}>
        {back !== undefined && <Back to={back} />}
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {action}
      </header>
      {children}
    </>
  )
  if (aside === undefined)
    return (
      <main class="page" id="main">
        {content}
      </main>
    )
  return (
    <main class="columns" id="main">
      <div class="page columns-main">{content}</div>
      <div class="page columns-aside">{aside}</div>
    </main>
  )
}

function Back({ to }: { readonly to: Path }) {
  const back = useBack(to)
  return <IconButton icon="back" mirrored label={t('nav.back')} onClick={back} />
}
