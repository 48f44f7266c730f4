import { listed } from '../../language/joined.ts'
import { t, type TextKey } from '../../language/language.ts'
import { ENDED_BY } from './ended-by.ts'

type WordIn<Key> = Key extends `ends.${infer Word}` ? Word : never
type Word = WordIn<TextKey>

const SENTENCES: Readonly<Record<keyof typeof ENDED_BY, readonly (readonly [Word, readonly Word[]])[]>> = ENDED_BY

/** Lists which access an event ends and which continues, from the same table as the service. */
export function WhatEnds({ event }: { readonly event: keyof typeof ENDED_BY }) {
  return SENTENCES[event].map(([sentence, ways]) => (
    <p key={sentence} class="note">
      {t(`ends.${sentence}`, { ways: listed(ways.map((way) => t(`ends.${way}`))) })}
    </p>
  ))
}
