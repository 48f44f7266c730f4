import type { AccessEvent, Effect } from './access-events.ts'
import { effectOf, WAYS_IN, type WayIn } from './ways-in.ts'

const WAY_NAMES: Readonly<Record<WayIn, string>> = {
  password: 'the password',
  passkey: 'passkeys',
  totp: 'authenticator apps',
  'recovery-code': 'recovery codes',
  'nostr-key': 'linked Nostr keys',
  'google-login': 'linked Google accounts',
  'github-login': 'linked GitHub accounts',
  'keycloak-login': 'linked Keycloak accounts',
  'verified-email': 'log-ins at another provider by a verified e-mail address',
  'user-id': 'the log-in by user id',
  session: 'sessions of browsers',
  'access-token': 'access tokens',
  'second-factor-ticket': 'log-ins that wait for a second factor',
  'provider-visit': 'links to a provider that have begun',
  'download-link': 'download links',
  socket: 'open sockets',
  'push-subscription': 'push messages to browsers',
  'nostr-messages': 'messages by Nostr',
  'access-list-token': 'tokens of access lists and of connected programs',
  'lnbits-token': 'imported tokens of LNbits',
  'authorization-code': 'codes of the consent page',
  'reset-link': 'reset links of the account and by it',
  invitation: 'invitations that the account made',
  'set-up-link': 'the set-up link of a new service',
  'admin-key': 'admin keys',
  'invoice-key': 'invoice keys',
  'guest-share': 'shares with guests',
  'guest-keys': 'keys of guests',
  'lndhub-login': 'LndHub logins',
  'imported-lndhub-login': 'imported LndHub logins',
  'lndhub-token': 'tokens of LndHub logins',
  'nwc-connection': 'wallet connections (NWC)',
  'bolt-card': 'cards',
  'withdraw-link': 'withdraw links',
  'cash-machine': 'Bitcoin ATMs',
  payout: 'automatic payouts of apps',
  'door-link': 'door links of events',
  'device-token': 'tokens of switches',
  'webhook-secret': 'webhook secrets',
}

/** The columns of the guide; deletion ends everything of an account. */
const COLUMNS: readonly (readonly [AccessEvent, string])[] = [
  ['new-password', 'New password'],
  ['log-out-everywhere', 'Log out everywhere'],
  ['reset-by-link', 'Reset link used'],
  ['second-factor-removed', 'Second factor removed by an administrator'],
  ['new-wallet-keys', 'New wallet keys'],
  ['share-ended', 'Share ended'],
  ['role-lowered', 'No administrator any more'],
  ['account-disabled', 'Account disabled'],
  ['account-promoted', 'Taken over as super user'],
  ['wallet-closed', 'Wallet deleted'],
]

const WORDS: Readonly<Record<Effect['effect'], string>> = {
  ends: '**ends**',
  sleeps: 'opens nothing',
  choice: '**ends**, unless you keep it',
  stays: 'stays',
}

const WAYS = Object.keys(WAYS_IN) as WayIn[]

const namesOf = (event: AccessEvent, wanted: Effect['effect']): string =>
  WAYS.filter((way) => effectOf(way, event).effect === wanted)
    .map((way) => WAY_NAMES[way])
    .join(', ')

/** For the manual: `Ends sessions of browsers, access tokens, …`. */
export const tellWhatEnds = (event: AccessEvent): string =>
  [
    `Ends ${namesOf(event, 'ends')}.`,
    ...sentence(event, 'choice', (names) => `Also ends, unless \`keep\` names it: ${names}.`),
    ...sentence(event, 'sleeps', (names) => `Until the account is enabled again, nothing is opened by ${names}.`),
  ].join(' ')

function sentence(event: AccessEvent, wanted: Effect['effect'], write: (names: string) => string): string[] {
  const names = namesOf(event, wanted)
  return names === '' ? [] : [write(names)]
}

/** For the guide: what each event does, and why the rest outlives a new password. */
export function tellWaysIn(): string {
  const rows = groupBy(WAYS, (way) => COLUMNS.map(([event]) => WORDS[effectOf(way, event).effect]).join(' | '))
  const staying = WAYS.filter((way) => effectOf(way, 'new-password').effect === 'stays')
  const reasons = groupBy(staying, (way) => whyItStays(way, 'new-password'))
  return [
    `| Way in | ${COLUMNS.map(([, name]) => name).join(' | ')} |`,
    `|---|${COLUMNS.map(() => '---').join('|')}|`,
    ...rows.map(([effects, names]) => `| ${names} | ${effects} |`),
    '',
    '| Stays after a new password | Why |',
    '|---|---|',
    ...reasons.map(([why, names]) => `| ${names} | ${why} |`),
  ].join('\n')
}

function whyItStays(way: WayIn, event: AccessEvent): string {
  const effect = effectOf(way, event)
  return effect.effect === 'stays' ? effect.why : ''
}

const groupBy = (ways: readonly WayIn[], keyOf: (way: WayIn) => string): (readonly [string, string])[] =>
  [...Map.groupBy(ways, keyOf)].map(([key, group]) => [key, group.map((way) => WAY_NAMES[way]).join(', ')])
