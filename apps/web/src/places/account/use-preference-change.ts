import { useEffect, useState } from 'preact/hooks'
import { type Preferences, savePreferences, usePreferences } from '../../api/preferences.ts'

/** Optimistic update of preferences; reverted if storing fails. */
export function usePreferenceChange() {
  const stored = usePreferences()
  const [wish, setWish] = useState<Partial<Preferences>>({})
  const [error, setError] = useState<unknown>()
  useEffect(() => setWish({}), [stored])
  return {
    preferences: stored === undefined ? undefined : { ...stored, ...wish },
    error,
    change(changes: Partial<Preferences>): void {
      setWish((before) => ({ ...before, ...changes }))
      savePreferences(changes).then(
        () => setError(undefined),
        (problem: unknown) => {
          setWish({})
          setError(problem)
        },
      )
    },
  }
}
