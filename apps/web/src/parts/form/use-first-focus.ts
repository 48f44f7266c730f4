import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Focuses the first field on desktops. On phones the keyboard would cover the page. */
export function useFirstFocus(field: RefObject<HTMLElement>, isFirst = true): void {
  useLayoutEffect(() => {
    if (isFirst && matchMedia('(hover: hover) and (pointer: fine)').matches) field.current?.focus()
  }, [])
}
