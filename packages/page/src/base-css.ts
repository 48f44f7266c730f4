import { readFileSync } from 'node:fs'

/** Colours, type and focus of every page; a service adds its own rules after it, in the same file. */
export const BASE_CSS = readFileSync(new URL('base.css', import.meta.url), 'utf8')
