import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A part that is fetched and drawn once the rest of its place is drawn: it never delays the place, which does without it. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function LaterPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(undefined)
    useEffect(() => {
      let isShown = true
      whenIdle(() => {
        load().then(
          (found) => isShown && setPart(() => found),
          () => undefined,
        )
      })
      return () => {
        isShown = false
      }
    }, [])
    return Part === undefined ? null : <Part {...props} />
  }
}

/** Safari has no idle callback. */
const whenIdle = (run: () => void): void =>
  void ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run))
