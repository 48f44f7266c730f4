import type { IntlMessageFormat } from 'intl-messageformat'

/** A text of a catalogue: a string, or parsed by the build if it has placeholders. */
export type Message = string | ReturnType<IntlMessageFormat['getAst']>

/** Texts contain no markup: `<` is a character. */
export const PARSING = { ignoreTag: true }

export const isPlain = (message: Message): message is string =>
  typeof message === 'string' && !message.includes('{') && !message.includes("'")

/** The text without its placeholders. */
export const withoutValues = (message: Message): string =>
  typeof message === 'string'
    ? message
    : message.map((part) => ('value' in part && (part.type as number) === LITERAL ? part.value : '')).join('')

const LITERAL = 0
