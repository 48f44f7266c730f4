import { BUILT_INS } from '../../../services/wallet/src/extensions/built-ins.ts'

type Reasons = Readonly<Record<string, string>>

const each = (reason: string, ...ids: readonly string[]): Reasons => Object.fromEntries(ids.map((id) => [id, reason]))

const items = (...extIds: readonly string[]): readonly string[] =>
  extIds.flatMap((id) => [`${id}Create`, `${id}Update`])

/** Operations that make or change something without letting anyone in, by id: why they need no fresh proof. */
export const GRANTS_NOTHING: Reasons = {
  ...each('It ends access.', 'logOutEverywhere', 'endSession', 'deleteAcl', 'revokeAclToken', 'endWalletShare'),
  ...each('It ends access.', 'rejectWalletShare', 'revokeInvitation', 'removePushSubscription', 'removeNostrMessages'),
  ...each('It ends access, with all that it deletes.', 'deleteWallet', 'deleteCurrentUser', 'deleteUser'),
  ...each('It deletes what it names, and ends what that let in.', 'uninstallExtension', 'eventsDeleteIdDoor'),
  ...each(
    'It deletes what it names, and ends what that let in.',
    ...BUILT_INS.map(({ manifest }) => `${manifest.id}Delete`),
  ),
  ...each('It deletes what it names, which lets no person in.', 'deleteContact', 'deleteShortLink'),
  ...each(
    'It deletes what visitors have sent or see.',
    'lnticketDeleteIdTicketsTicket',
    'lncalendarDeleteIdUnavailableRange',
    'lncalendarDeleteIdAppointmentsAppointment',
    'nostrnip5DeleteIdAddressesAddress',
  ),
  ...each('It gives money back, as its owner may at any time.', 'cancelPayment'),
  ...each('It is the proof.', 'stepUp', 'beginStepUpByPasskey'),
  ...each('It moves money once, as paying does; limits and halts apply.', 'createPayment', 'settlePayment', 'payLnurl'),
  ...each('It moves money once, as paying does.', 'payLnurlByOtherName', 'withdrawLnurl', 'tposPostIdCharges'),
  ...each('It moves money once, as paying does.', 'fossaPostIdClaimsClaimRelease', 'eventsPutIdTicketsTicketRefund'),
  ...each('It writes down what was sold.', 'tposPostIdSales', 'tposPostIdClosings'),
  ...each('It books money in the operator’s name.', 'adjustUserBalance', 'topUpWallet', 'addPlayBalance'),
  ...each('It repeats what an item does anyway.', 'schedulerPostIdRun', 'splitpaymentsPostIdJobsJobRetry'),
  ...each('It repeats what an item does anyway.', 'scrubPostIdJobsJobRetry', 'bitcoinswitchPostIdTrigger'),
  ...each('It repeats what an item does anyway.', 'copilotPostIdPlay', 'redeliverWebhook'),
  ...each('An access token reads the wallet keys by the specification; a session does not.', 'createWallet'),
  ...each('The same: keys that the token reads anyway.', 'renameWallet', 'orderWallets', 'acceptWalletShare'),
  ...each('Texts and order.', 'changePreferences', 'notePayment', 'createContact', 'importContacts', 'changeContact'),
  ...each('It proves who owns an address that was set with a proof.', 'sendEmailCode', 'verifyEmail'),
  ...each('It proves who owns a key that was set with a proof.', 'verifyNostrMessages'),
  ...each('It reads from another service.', 'scanLnurl'),
  ...each('It logs in at another service, as long as that keeps it.', 'logInByLnurl'),
  ...each('It ends with its session, or with all access tokens.', 'addPushSubscription'),
  ...each('A link to an address; it opens nothing here.', 'createShortLink'),
  ...each('Code runs in the sandbox, and items that spend ask on their own.', 'installExtension', 'toggleExtension'),
  ...each('Code runs in the sandbox; sessions step up.', 'installExtensionOfServer', 'governExtension'),
  ...each('Code runs in the sandbox; sessions step up.', 'governExtensionOfServer'),
  ...each('It operates the service; sessions step up.', 'setHalt', 'acknowledgeAlarm', 'pollPayment', 'checkBooks'),
  ...each('It operates the service; sessions step up.', 'tryNode', 'acceptNodePayment'),
  ...each('It operates the service; sessions step up.', 'removeStoredNode', 'removeFormerNode'),
  ...each('It asks for a second factor on its own.', 'resolvePayment'),
  ...each(
    'Items that only receive or show.',
    ...items('lnurlp', 'paywall', 'satspay', 'invoices', 'tipjar', 'offlineshop', 'lnticket', 'lncalendar', 'copilot'),
    ...items('watchonly'),
    'satspayPostCharge',
    'satspayPutChargeId',
  ),
  ...each(
    'What visitors see or have sent.',
    'tipjarPutIdTipsTip',
    'offlineshopPutShopSettings',
    'eventsPutIdTicketsTicketRegister',
    'lnticketPutIdTicketsTicket',
    'lncalendarPostIdUnavailable',
    'nostrnip5PutIdAddressesAddress',
  ),
  ...each(
    'Addresses and transactions that are signed elsewhere.',
    'watchonlyPostIdScan',
    'watchonlyPostIdBroadcast',
    'watchonlyPostIdAddresses',
    'watchonlyPutIdAddressesAddress',
    'watchonlyPostIdPsbt',
    'watchonlyPostIdPsbtExtract',
  ),
}

/** Operations with a field that is named like a secret, by id: why it is none, or may be seen without a step-up. */
export const SHOWS_NO_SECRET: Reasons = {
  ...each('The proof is in the request.', 'stepUp'),
  ...each(
    'An access token reads the wallet keys by the specification; a session sees none.',
    'createWallet',
    'renameWallet',
    'orderWallets',
    'getWallet',
    'listWallets',
    'listWalletsPaginated',
    'acceptWalletShare',
  ),
  ...each('Sessions step up; an access token reads the same in the list of wallets.', 'getWalletKeys'),
  ...each('Kept for the admin key: sessions see it after a fresh proof.', 'boltcardsList', 'boltcardsGet'),
  ...each('Kept for the admin key: sessions see it after a fresh proof.', 'bitcoinswitchList', 'bitcoinswitchGet'),
  ...each('Of another service.', 'scanLnurl', 'scanLnurlCode', 'logInByLnurl'),
  ...each('A public key.', 'readPushKey', 'getNostrMessages', 'removeNostrMessages', 'verifyNostrMessages'),
  ...each('Names and dates of tokens, never the tokens.', 'listAcls'),
  ...each('An address of the program that asks.', 'readConsentRequest'),
  ...each('How many there are.', 'getSecondFactor'),
  ...each('Whether a secret is stored.', 'getNodeSettings', 'removeStoredNode', 'removeFormerNode'),
  ...each('For the customers of a shop.', 'offlineshopGetShopSettings', 'offlineshopPutShopSettings'),
}
