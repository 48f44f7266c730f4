import { useEffect, useRef } from 'preact/hooks'
import './list-end.css'

/** Reaches far up from the end of the list, so that the next page is there before the person is; what it is in has a position. */
export function ListEnd({ onReached, count }: { readonly onReached: () => void; readonly count: number }) {
  const element = useRef<HTMLDivElement>(null)
  const reached = useRef(onReached)
  reached.current = onReached
  useEffect(() => {
    if (element.current === null) return
    // A new one after each page: it reports at once when the end is still near.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) reached.current()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [count])
  return <div ref={element} class="list-end" aria-hidden="true" />
}
