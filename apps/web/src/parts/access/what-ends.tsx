import { listed } from '../../language/joined.ts'
import { type TextKey, t } from '../../language/language.ts'
import { ENDED_BY } from './ended-by.ts'

const SENTENCES: Readonly<Record<keyof typeof ENDED_BY, readonly (readonly [TextKey, readonly TextKey[]])[]>> = ENDED_BY

/** Lists which access an event ends and which continues, from the same table as the service. */
export function WhatEnds({ event }: { readonly event: keyof typeof ENDED_BY }) {
  return SENTENCES[event].map(([sentence, ways]) => (
    <p key={sentence} class="note">
      {t(sentence, { ways: listed(ways.map((way) => t(way))) })}
    </p>
  ))
}
