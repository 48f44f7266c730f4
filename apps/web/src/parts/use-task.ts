import { useRef, useState } from 'preact/hooks'

export interface Task {
  readonly busy: boolean
  /** The error of the last run. */
  readonly error: unknown
  /** Ignored while a run is in progress, so that a double tap runs once. */
  run(work: () => Promise<unknown>): void
}

/** An action started by a button: busy synchronously, and keeps its error. */
export function useTask(): Task {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: undefined })
  const running = useRef(false)
  return {
    ...state,
    run(work) {
      if (running.current) return
      running.current = true
      setState({ busy: true, error: undefined })
      work()
        .then(
          () => setState({ busy: false, error: undefined }),
          (error: unknown) => setState({ busy: false, error }),
        )
        .finally(() => {
          running.current = false
        })
    },
  }
}
