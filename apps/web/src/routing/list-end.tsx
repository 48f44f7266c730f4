import { useEffect, useRef } from 'preact/hooks'
import './list-end.css'

/** Extends upwards from the list's end, so that the next page loads early. Its parent needs a `position`. */
export function ListEnd({ onReached, count }: { readonly onReached: () => void; readonly count: number }) {
  const element = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  reached.current = onReached
  useEffect(() => {
    if (element.current === null) return
    // A new observer after each page reports at once if the end is still near.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) reached.current()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [count])
  return <div ref={element} class="list-end" aria-hidden="true" />
}
