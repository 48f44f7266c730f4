import type { ComponentChildren } from 'preact'
import type { Path } from '../routing/paths.ts'
import { Page } from './page.tsx'
import './sheet.css'

/** A task with an end, such as Receive or Send. It is a route, so Back closes it; on phones it slides up. */
export function Sheet({
  title,
  back = '/',
  children,
}: {
  readonly title: string
  readonly back?: Path
  readonly children: ComponentChildren
}) {
  return (
    <div class="sheet">
      <Page title={title} back={back}>
        {children}
      </Page>
    </div>
  )
}
