import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** The first field takes the focus at a desk. On a phone its keyboard would cover the page. */
export function useFirstFocus(field: RefObject<HTMLElement>, isFirst = true): void {
  useLayoutEffect(() => {
    if (isFirst && matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus()
  }, [])
}
