import type { FormBlock } from '@satchel/extension-sdk/page'
import type { PageLinks } from './page-links.ts'
import type { Speech, Spoken } from './speak.ts'

/** The context of a block: the links of this installation, and the language of the visitor. */
export interface Surface extends PageLinks, Speech {
  /** Where a form goes without JavaScript; undefined = nowhere. */
  plainAction(form: Spoken<FormBlock>): string | undefined
  /** A file of the package for frames; undefined = none. */
  frame(file: string): string | undefined
}
