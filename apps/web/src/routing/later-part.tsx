import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A part that is fetched once the rest of its place is drawn: it never delays the place, which does without it. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LaterPart(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      if (Part !== undefined) return
      whenIdle(() => {
        load().then(
          (found) => {
            loaded = found
            setPart(() => found)
          },
          () => undefined,
        )
      })
    }, [Part])
    return Part === undefined ? null : <Part {...props} />
  }
}

/** Safari has no idle callback. */
const whenIdle = (run: () => void): void =>
  void ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run))
