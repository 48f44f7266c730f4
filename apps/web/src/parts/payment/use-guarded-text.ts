import { useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import { isSecret, unpayableKind, type UnpayableKind } from './unpayable-kind.ts'
import { unpayableText } from './unpayable-text.ts'

interface TypedText {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
}

/**
 * For a field that takes whom to pay, or a public key: what does not belong there is named and not sent. A secret is not
 * even kept: neither the draft of the form nor the screen has it. `counts`: default every kind.
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

/** Keys and recovery words, where a public key, a name or another code is asked for. */
export const isKeyOfMoney = ({ is }: UnpayableKind): boolean => is === 'private-key' || is === 'seed'
