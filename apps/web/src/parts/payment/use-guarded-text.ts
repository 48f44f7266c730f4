import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { isSecret, type UnpayableKind, unpayableKind } from './unpayable-kind.ts'
import { unpayableText } from './unpayable-text.ts'

interface TypedText {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
}

/**
 * Guards a field for a payment target or a public key: names what does not belong there and does not send it. Secrets
 * are removed from draft and screen. `counts`: the guarded kinds, by default all.
 */
export function useGuardedText(
  { value, onValue, error }: TypedText,
  counts: (kind: UnpayableKind) => boolean = () => true,
): TypedText & { readonly refused: string | undefined } {
  const [secret, setSecret] = useState<UnpayableKind>()
  const read = (text: string): UnpayableKind | undefined => {
    const kind = unpayableKind(text)
    return kind !== undefined && counts(kind) ? kind : undefined
  }
  const now = read(value)
  return {
    value,
    onValue(text) {
      const kind = read(text)
      const isGone = kind !== undefined && isSecret(kind)
      setSecret(isGone ? kind : undefined)
      onValue(isGone ? '' : text)
    },
    refused: now === undefined ? undefined : t(...unpayableText(now)),
    error: secret === undefined ? error : t(...unpayableText(secret)),
  }
}

/** Private keys and recovery words: fields for a public key, name or code reject these only. */
export const isKeyOfMoney = ({ is }: UnpayableKind): boolean => is === 'private-key' || is === 'seed'
