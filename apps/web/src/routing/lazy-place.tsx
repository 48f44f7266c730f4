import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadTexts } from '../language/language.ts'
import type { TextPart } from '../language/place-texts.ts'
import { Skeleton } from '../parts/skeleton.tsx'
import { reloadForChunk } from './reload-for-chunk.ts'

/** Loads the chunk of a place on its first visit. Its texts belong to the start. */
export function lazyPlace<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyPlace(props: Props) {
    const [Place, setPlace] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      if (Place !== undefined) return
      load().then((found) => {
        loaded = found
        setPlace(() => found)
      }, reloadForChunk)
    }, [Place])
    return Place === undefined ? <Skeleton /> : <Place {...props} />
  }
}

/** Like `lazyPlace`, and loads the texts of other places, or of administration. */
export const lazyPlaceWithTexts = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  more: readonly TextPart[] = [],
): ComponentType<Props> =>
  lazyPlace(async () => {
    const [place] = await Promise.all([load(), ...['places' as const, ...more].map(loadTexts)])
    return place
  })
