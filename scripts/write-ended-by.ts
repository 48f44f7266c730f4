import type { AccessEvent, Effect } from '../services/wallet/src/access/access-events.ts'
import { effectOf, KEPT_WITH_NEW_KEYS, WAYS_IN, type WayIn } from '../services/wallet/src/access/ways-in.ts'

/** The words of the web app for each way in; those that are one thing to a person share one. A new one does not compile. */
const WORDS: Readonly<Record<Exclude<WayIn, 'set-up-link'>, string>> = {
  password: 'password',
  passkey: 'passkeys',
  totp: 'authenticator',
  'recovery-code': 'codes',
  'nostr-key': 'linked',
  'google-login': 'linked',
  'github-login': 'linked',
  'keycloak-login': 'linked',
  'verified-email': 'linked',
  'user-id': 'user-id',
  session: 'devices',
  'second-factor-ticket': 'devices',
  'provider-visit': 'devices',
  socket: 'sockets',
  'access-token': 'tokens',
  'download-link': 'downloads',
  'push-subscription': 'push',
  'nostr-messages': 'nostr-messages',
  'access-list-token': 'connected',
  'lnbits-token': 'connected',
  'authorization-code': 'connected',
  'reset-link': 'reset-links',
  invitation: 'invitations',
  'admin-key': 'keys',
  'invoice-key': 'keys',
  'guest-share': 'guests',
  'guest-keys': 'guests',
  'lndhub-login': 'lndhub',
  'lndhub-token': 'lndhub',
  'imported-lndhub-login': 'imported-lndhub',
  'nwc-connection': 'nwc',
  'bolt-card': 'cards',
  'withdraw-link': 'withdraw',
  'cash-machine': 'machines',
  payout: 'payouts',
  'door-link': 'doors',
  'device-token': 'switches',
  'webhook-secret': 'webhook',
}

/** What belongs to wallets, where a person thinks of the account. */
const OF_WALLETS: ReadonlySet<string> = new Set([
  'keys',
  'guests',
  'lndhub',
  'imported-lndhub',
  'nwc',
  'cards',
  'withdraw',
  'machines',
  'payouts',
  'doors',
  'switches',
  'webhook',
])

type Sentence = readonly [frame: string, of: AccessEvent, effect: Effect['effect'], only?: readonly string[]]

/** What the app says before, by the name of the event: a frame, and the ways in that it names. */
const SENTENCES: Readonly<Record<string, readonly Sentence[]>> = {
  'new-password': ends('new-password', 'stays'),
  'log-out-everywhere': ends('log-out-everywhere', 'stays'),
  'reset-by-link': ends('reset-by-link', 'stays'),
  'second-factor-removed': ends('second-factor-removed'),
  'role-lowered': ends('role-lowered'),
  'account-disabled': ends('account-disabled', 'sleeps'),
  'account-enabled': [
    ['wakes', 'account-disabled', 'sleeps'],
    ['ended', 'account-disabled', 'ends'],
  ],
  'new-wallet-keys': [
    ['of-wallet', 'new-wallet-keys', 'ends'],
    // What else uses a wallet; log-ins are about the account.
    ['stays', 'new-wallet-keys', 'stays', ['tokens', 'connected', 'switches', 'webhook']],
  ],
  'wallet-closed': [['of-wallet', 'wallet-closed', 'ends']],
}

function ends(event: AccessEvent, ...more: readonly ('stays' | 'sleeps')[]): readonly Sentence[] {
  return [['ends', event, 'ends'], ...more.map((effect): Sentence => [effect, event, effect])]
}

const key = (word: string): string => `ends.${word}`
const WAYS = Object.keys(WORDS) as (keyof typeof WORDS)[]

/** The words of all ways in with this effect. A word whose ways in differ would be false, so the table says no such thing. */
function wordsOf(event: AccessEvent, effect: Effect['effect'], only?: readonly string[]): string[] {
  const say = (word: string): string =>
    effect === 'stays' && only === undefined && OF_WALLETS.has(word) ? 'of-wallets' : word
  const wordOf = (ways: readonly (keyof typeof WORDS)[]): Set<string> => new Set(ways.map((way) => say(WORDS[way])))
  const words = wordOf(WAYS.filter((way) => effectOf(way, event).effect === effect))
  const others = wordOf(WAYS.filter((way) => effectOf(way, event).effect !== effect))
  const mixed = [...words].filter((word) => others.has(word))
  if (mixed.length > 0) throw new Error(`${event}: ${mixed.join(', ')}: give the ways in words of their own`)
  const missing = (only ?? []).filter((word) => !words.has(word))
  if (missing.length > 0) throw new Error(`${event}: ${missing.join(', ')}: not what the table says`)
  return (only ?? [...words]).map(key)
}

/** The module of the web app. */
export function writeEndedBy(): string {
  if (Object.keys(WAYS_IN).length !== WAYS.length + 1) throw new Error('a way in has no word')
  const entries = Object.entries(SENTENCES).map(([event, sentences]): [string, unknown] => [
    event,
    sentences.map(([frame, of, effect, only]) => [key(frame), wordsOf(of, effect, only)]),
  ])
  const kept = KEPT_WITH_NEW_KEYS.map((way) => [way, key(WORDS[way])])
  return [
    '// Written by `npm run client` from the table of access (services/wallet/src/access/ways-in.ts): not to be edited.',
    '',
    '/** What each event ends and leaves: sentences, and the words in them. */',
    `export const ENDED_BY = {`,
    ...entries.map(([event, sentences]) => `  '${event}': ${print(sentences, 2, `  '${event}': `.length)},`),
    '} as const',
    '',
    '/** What the owner of a wallet may keep when it gets new keys. */',
    `export const KEPT_WITH_NEW_KEYS = ${print(kept, 0, 35, ' as const')} as const`,
    '',
  ].join('\n')
}

/** As the formatter writes it: on one line if it fits. */
function print(value: unknown, indent: number, used: number, after = ','): string {
  if (!Array.isArray(value)) return `'${String(value)}'`
  const line = `[${value.map((each) => print(each, indent, 0)).join(', ')}]`
  if (!line.includes('\n') && used + line.length + after.length <= 120) return line
  const pad = ' '.repeat(indent + 2)
  return `[\n${value.map((each) => `${pad}${print(each, indent + 2, indent + 2)},`).join('\n')}\n${' '.repeat(indent)}]`
}
