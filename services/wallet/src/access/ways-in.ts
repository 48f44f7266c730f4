import {
  ACCESS_EVENTS,
  type AccessEvent,
  CHOICE,
  type Effect,
  ENDS,
  type EventRow,
  on,
  SLEEPS,
  stays,
} from './access-events.ts'

/** Events by which an owner reacts when another person may know the password or have a device. */
const BY_OWNER: readonly AccessEvent[] = [
  'new-password',
  'log-out-everywhere',
  'reset-by-link',
  'second-factor-removed',
]

const ANOTHER = stays('The event is about another credential.')
const BACK = stays('A backup brings back what existed then; end again what was ended since.')
const AGAIN = stays('It opened nothing meanwhile, and belongs to the same person.')

/** An event that a row does not name leaves the access unchanged. */
const row = (...parts: readonly Partial<EventRow>[]): EventRow =>
  Object.assign({}, on(ACCESS_EVENTS, ANOTHER), { 'backup-restored': BACK }, ...parts) as EventRow

const GONE = on(['account-deleted', 'account-promoted'], ENDS)
const ASLEEP: Partial<EventRow> = { 'account-disabled': SLEEPS, 'account-enabled': AGAIN }

/** A second log-in method of the same user, which needs a step-up to add. */
const OWN_LOGIN = row(
  on(BY_OWNER, stays('It is another proof of the same person; remove it in the profile if another person has it.')),
  { 'role-lowered': stays('It logs in with the lower right.') },
  ASLEEP,
  GONE,
)

const SECOND_FACTOR = row(OWN_LOGIN, { 'second-factor-removed': ENDS })

/** Access of one log-in, or for one program: ends whenever its owner doubts who has it. */
const ofLogin = (...more: readonly Partial<EventRow>[]): EventRow =>
  row(on([...BY_OWNER, 'account-disabled'], ENDS), { 'account-enabled': stays('It ended before.') }, GONE, ...more)

const ROLE_LOWERED: Partial<EventRow> = { 'role-lowered': ENDS }
const WALLET_CLOSED: Partial<EventRow> = { 'wallet-closed': ENDS }

/** Events of access to a wallet, as opposed to a log-in. */
const ofWallet = (...more: readonly Partial<EventRow>[]): EventRow =>
  row(
    on(BY_OWNER, stays('It belongs to the wallet and not to a log-in; it ends with new wallet keys.')),
    ASLEEP,
    GONE,
    WALLET_CLOSED,
    ...more,
  )

const TOKEN = ofLogin({
  'share-ended': ENDS,
  'wallet-closed': ENDS,
  'right-lowered': stays('Each request reads the permissions of the guest.'),
  'role-lowered': stays('It never administers.'),
  'new-wallet-keys': stays('No wallet key can make one, so the holder of the old key has made none.'),
})
const MADE_WITH_KEY = ofWallet({ 'new-wallet-keys': CHOICE })
const GUEST = ofWallet(
  on(BY_OWNER, stays('The guest is another person; end the share, or give the wallet new keys.')),
  {
    'new-wallet-keys': CHOICE,
    'share-ended': ENDS,
    'right-lowered': stays('The same share, which allows less from the next request on.'),
  },
)
const KEY = ofWallet({ 'new-wallet-keys': ENDS })

/** Every way in, and what each event does to it. A new one without a row is found by its test. */
export const WAYS_IN = {
  password: row(on(['new-password', 'reset-by-link'], ENDS), ASLEEP, GONE, {
    'log-out-everywhere': stays('Its owner logs in with it again; set a new one if another person knows it.'),
    'second-factor-removed': stays('The administrator helps a person who lost the second factor, not the password.'),
    'role-lowered': stays('It logs in with the lower right.'),
  }),
  passkey: SECOND_FACTOR,
  totp: SECOND_FACTOR,
  'recovery-code': SECOND_FACTOR,
  'nostr-key': OWN_LOGIN,
  'google-login': OWN_LOGIN,
  'github-login': OWN_LOGIN,
  'keycloak-login': OWN_LOGIN,
  'verified-email': OWN_LOGIN,
  'user-id': row(ASLEEP, {
    ...on(BY_OWNER, stays('The id of an account never changes; a second factor closes this log-in.')),
    'role-lowered': stays('It logs in with the lower right.'),
    'account-deleted': ENDS,
    'account-promoted': ENDS,
  }),
  session: ofLogin(ROLE_LOWERED),
  'access-token': ofLogin(ROLE_LOWERED),
  'second-factor-ticket': ofLogin(ROLE_LOWERED),
  'provider-visit': ofLogin(ROLE_LOWERED),
  'download-link': ofLogin(ROLE_LOWERED),
  socket: ofLogin({ 'role-lowered': ENDS, 'new-wallet-keys': ENDS, 'share-ended': ENDS, 'wallet-closed': ENDS }),
  'push-subscription': ofLogin(ROLE_LOWERED),
  'nostr-messages': row(
    on(BY_OWNER, stays('Naming the key asks for a fresh proof; remove it in the profile if it is of another person.')),
    { 'role-lowered': stays('It reads news of the account and administers nothing.') },
    ASLEEP,
    GONE,
  ),
  'access-list-token': TOKEN,
  'lnbits-token': TOKEN,
  'authorization-code': TOKEN,
  'reset-link': ofLogin(ROLE_LOWERED),
  invitation: row(
    on(BY_OWNER, stays('It opens a new account, and no existing one; revoke it in the list of links.')),
    on(['role-lowered', 'account-disabled'], ENDS),
    { 'account-enabled': stays('It ended before.') },
    GONE,
  ),
  'set-up-link': row(
    on(
      ACCESS_EVENTS.filter((event) => event !== 'account-promoted'),
      stays('It works only as long as there is no super user.'),
    ),
    { 'account-promoted': ENDS },
  ),
  'admin-key': KEY,
  'invoice-key': KEY,
  'guest-share': GUEST,
  'guest-keys': GUEST,
  'lndhub-login': MADE_WITH_KEY,
  'imported-lndhub-login': KEY,
  'lndhub-token': MADE_WITH_KEY,
  'nwc-connection': MADE_WITH_KEY,
  'bolt-card': MADE_WITH_KEY,
  'withdraw-link': MADE_WITH_KEY,
  'cash-machine': MADE_WITH_KEY,
  payout: MADE_WITH_KEY,
  'door-link': row(
    on(ACCESS_EVENTS, stays('It admits the guests of one event, and reads and moves nothing of the wallet.')),
    { 'new-wallet-keys': CHOICE, 'backup-restored': BACK },
    GONE,
    WALLET_CLOSED,
  ),
  'device-token': row(
    on(ACCESS_EVENTS, stays('It tells one device what was paid, and reads and moves nothing of the wallet.')),
    { 'account-deleted': ENDS, 'wallet-closed': ENDS, 'backup-restored': BACK },
  ),
  'webhook-secret': row(
    on(ACCESS_EVENTS, stays('It signs the messages of a wallet and opens nothing; rotate it in the wallet.')),
    on(['account-deleted', 'wallet-closed'], ENDS),
    { 'backup-restored': BACK },
  ),
} as const satisfies Readonly<Record<string, EventRow>>

export type WayIn = keyof typeof WAYS_IN

export const effectOf = (way: WayIn, event: AccessEvent): Effect => WAYS_IN[way][event]

/** Those that an extension keeps as its items, which new wallet keys end unless their owner keeps them. */
export const ITEM_WAYS = {
  'lndhub-login': 'lndhub',
  'nwc-connection': 'nwcprovider',
  'bolt-card': 'boltcards',
  'withdraw-link': 'withdraw',
  'cash-machine': 'fossa',
} as const satisfies Partial<Record<WayIn, string>>

/**
 * The choices to keep on the page for new wallet keys: guests, items of extensions, automatic payouts, and door links.
 */
export const KEPT_WITH_NEW_KEYS = [
  'guest-share',
  ...(Object.keys(ITEM_WAYS) as (keyof typeof ITEM_WAYS)[]),
  'payout',
  'door-link',
] as const

export type KeptWithNewKeys = (typeof KEPT_WITH_NEW_KEYS)[number]
