import { IntlMessageFormat } from 'intl-messageformat'
import { isPlain, type Message, PARSING } from './message.ts'

/** What the build makes of a text of a catalogue, so that browsers load no parser. */
export const compileMessage = (text: string): Message =>
  isPlain(text) ? text : new IntlMessageFormat(text, 'en', undefined, PARSING).getAst()
