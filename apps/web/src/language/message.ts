import type { IntlMessageFormat } from 'intl-messageformat'

/** A text of a catalogue: as written or, where it has placeholders, parsed by the build. */
export type Message = string | ReturnType<IntlMessageFormat['getAst']>

/** Texts hold no markup: `<` is a character. */
export const PARSING = { ignoreTag: true }

/** It is shown as it is written. */
export const isPlain = (message: Message): message is string =>
  typeof message === 'string' && !message.includes('{') && !message.includes("'")

/** What can be shown of a text without its values. */
export const withoutValues = (message: Message): string =>
  typeof message === 'string'
    ? message
    : message.map((part) => ('value' in part && (part.type as number) === LITERAL ? part.value : '')).join('')

const LITERAL = 0
