import { readFileSync } from 'node:fs'

/** Colours, type and focus of every page; a service puts its own rules behind it, in the same file. */
export const BASE_CSS = readFileSync(new URL('base.css', import.meta.url), 'utf8')
