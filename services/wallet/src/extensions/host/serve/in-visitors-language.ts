import type { Reply, ReplyJson } from '@satchel/extension-sdk/extension'
import { Rejection } from '@satchel/extension-sdk/rejection'
import type { FixedText, Translations } from '@satchel/extension-sdk/text'
import { createSpeech, type Speech, sayRejection, speak } from '../../pages/speak.ts'
import { visitorOf } from '../../pages/visitor-of.ts'

/** Texts with values, in rejections and in the fields of answers, as the visitor of a page reads them. */
export async function inVisitorsLanguage(
  { translations }: { readonly translations: Translations | undefined },
  request: Parameters<typeof visitorOf>[0],
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const speech = (): Speech => createSpeech(visitorOf(request).language ?? 'en', translations)
  try {
    const reply = await answer()
    return 'json' in reply ? { ...reply, json: spoken(reply.json, speech) } : reply
  } catch (error) {
    if (!(error instanceof Rejection) || error.text === undefined) throw error
    const said = speech()
    if (said.language === 'en') throw error
    throw new Rejection(error.status, sayRejection(error.text, said), error.retryAfterSeconds)
  }
}

function spoken(json: ReplyJson, speech: () => Speech): ReplyJson {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const fields = Object.entries(json)
  if (!fields.some(([, value]) => isFixed(value))) return json
  return Object.fromEntries(fields.map(([name, value]) => [name, isFixed(value) ? speak(value, speech()) : value]))
}

const isFixed = (value: unknown): value is FixedText =>
  typeof value === 'object' &&
  value !== null &&
  'fixed' in value &&
  typeof value.fixed === 'string' &&
  'values' in value
