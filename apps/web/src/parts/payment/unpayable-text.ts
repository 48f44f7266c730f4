import type { TextKey } from '../../language/language.ts'
import type { UnpayableKind } from './unpayable-kind.ts'

/** Key and values of the sentence that names the kind and says what to use instead. */
export const unpayableText = (
  kind: UnpayableKind,
): readonly [text: TextKey, values?: Readonly<Record<string, string>>] =>
  kind.is === 'signer-code' ? ['scan.of-signer', { kind: kind.name }] : [TEXTS[kind.is]]

const TEXTS: Readonly<Record<Exclude<UnpayableKind['is'], 'signer-code'>, TextKey>> = {
  'private-key': 'send.private-key',
  seed: 'send.seed',
  'wallet-access': 'send.wallet-access',
  ecash: 'send.ecash',
  hash: 'send.hash',
  'public-key': 'send.public-key',
  node: 'send.node',
  'payment-code': 'send.payment-code',
  nostr: 'send.nostr',
  'other-coin': 'send.other-coin',
  bolt12: 'send.bolt12',
}
