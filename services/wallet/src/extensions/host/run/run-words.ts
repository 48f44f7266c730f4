import type { Text } from '@satchel/extension-sdk/text'
import { chooseLanguage, type Language } from '@satchel/page/languages'
import { findPreferences } from '../../../accounts/preferences/preferences-store.ts'
import { createSpeech, speak } from '../../pages/speak.ts'
import type { RunParts } from './run-parts.ts'
import type { Trigger } from './trigger.ts'

/** Language of the run's visitor. */
export const languageOf = (trigger: Trigger): Language =>
  (trigger.by === 'visitor' ? trigger.language : undefined) ?? 'en'

/** That of the account, as its user has chosen it in the app. */
export const languageOfAccount = async ({ deps }: Pick<RunParts, 'deps'>, userId: string): Promise<Language> =>
  chooseLanguage([(await findPreferences(deps.db, userId)).locale])

/**
 * A text that leaves the run in an invoice or a payment of an account: in the language of the run's visitor, else in that
 * of the account.
 */
export async function sayInRun(parts: RunParts, text: Text, userId: string): Promise<string> {
  if (typeof text === 'string') return text
  const { trigger, extension } = parts
  const language = trigger.by === 'visitor' ? languageOf(trigger) : await languageOfAccount(parts, userId)
  return sayIn(extension, text, language)
}

export function sayIn({ translations }: RunParts['extension'], text: Text, language: Language): string {
  const said: unknown = typeof text === 'string' ? text : speak(text, createSpeech(language, translations))
  // The code of a package may send anything.
  if (typeof said !== 'string') throw new Error('what should be said is no text')
  return said
}
