import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import './tabs.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
}

/** Two or three ways of one task. Arrow keys switch tabs (ARIA tabs pattern). */
export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  onChange,
  children,
}: {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly current: Id
  readonly onChange: (id: Id) => void
  readonly children: ComponentChildren
}) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === current)
    const next = tabs[(at + stepOf(event.key) + tabs.length) % tabs.length]
    if (stepOf(event.key) === 0 || next === undefined) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus()
  }
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            id={`${base}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={`${base}-panel`}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChange(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${base}-${current}`}>
        {children}
      </div>
    </>
  )
}

/** Arrow keys follow the screen: in right-to-left scripts Left goes to the next tab. */
function stepOf(key: string): number {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = document.documentElement.dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  return key === forward ? 1 : key === backward ? -1 : 0
}
