import { IntlMessageFormat } from 'intl-messageformat'
import { isPlain, type Message, PARSING } from './message.ts'

/** Parses a text of a catalogue at build time, so that the app needs no parser. */
export const compileMessage = (text: string): Message =>
  isPlain(text) ? text : new IntlMessageFormat(text, 'en', undefined, PARSING).getAst()
