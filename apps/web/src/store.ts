import { useEffect, useState } from 'preact/hooks'

/** An observable value. */
export interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(onChange: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** The store's value; rerenders the component on changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, redraw] = useState({})
  const value = store.get()
  useEffect(() => {
    const unsubscribe = store.subscribe(() => redraw({}))
    // The value may have changed between render and effect.
    if (!Object.is(store.get(), value)) redraw({})
    return unsubscribe
    // oxlint-disable-next-line -- `value` is only compared once
  }, [store])
  return value
}
