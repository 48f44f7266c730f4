import { useRef, useState } from 'preact/hooks'

export interface Task {
  readonly busy: boolean
  /** Of the last run. */
  readonly error: unknown
  /** Ignored while another run goes on: a double tap does it once. */
  run(work: () => Promise<unknown>): void
}

/** Something that a button starts: busy from the same event on, its error kept for the screen. */
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
