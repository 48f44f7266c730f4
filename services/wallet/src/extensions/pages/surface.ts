import type { PageLinks } from './page-links.ts'
import type { Speech } from './speak.ts'

/** What a block is drawn with: the links of this installation, and the language of the visitor. */
export interface Surface extends PageLinks, Speech {}
