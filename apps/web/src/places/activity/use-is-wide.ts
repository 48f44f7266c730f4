import { useEffect, useState } from 'preact/hooks'

const WIDE = '(width >= 75rem)'

/** Whether list and details fit side by side. */
export function useIsWide(): boolean {
  const [isWide, setIsWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const read = (): void => setIsWide(query.matches)
    query.addEventListener('change', read)
    return () => query.removeEventListener('change', read)
  }, [])
  return isWide
}
