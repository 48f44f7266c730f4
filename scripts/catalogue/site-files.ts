import { readFileSync } from 'node:fs'
import { BASE_CSS } from '@satchel/page/base-css'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The styles of the public pages of extensions, and those of a catalogue. */
export const STYLE = BASE_CSS + read('../../services/wallet/src/extensions/pages/page.css') + read('catalogue.css')

/** The search of the list: the pages work without it. */
export const SCRIPT = read('search.js')
