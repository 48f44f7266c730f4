import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useSiteName } from '../api/wallets.ts'
import { isolatedHere, t } from '../language/language.ts'
import { type Path, useBack } from '../routing/paths.ts'
import { IconButton } from './button.tsx'
import './page.css'

interface PageProps {
  readonly title: string
  /** The target of Back if the app was opened here. Unset: no Back button. */
  readonly back?: Path
  /** At the end of the heading row. */
  readonly action?: ComponentChildren
  /** Hide the heading visually. */
  readonly quiet?: boolean
  /** A second column on wide screens, with its own scroll bar. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

let isFirst = true

/** A place. Its heading takes the focus after navigation and sets the window title. */
export function Page({ title, back, action, quiet = false, aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const siteName = useSiteName()
  useEffect(() => {
    // A field of the page may have the focus already.
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
