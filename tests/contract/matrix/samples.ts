import { encodeLnurl } from '@satchel/lnurl/bech32-url'
import fc from 'fast-check'
import { openSession } from '../../../services/wallet/test/world/accounts/open-session.ts'
import { openLnurlService } from '../../../services/wallet/test/world/lnurl-service.ts'
import { arbitraryOf } from './arbitrary-of-schema.ts'
import type { Cast, Person } from './cast.ts'
import { NODE_SAMPLES } from './node-samples.ts'
import { type Operation, successOf } from './operations.ts'
import { OTHER_SAMPLES } from './other-samples.ts'
import { fresh, type Sample, type SampleRequest, type Special } from './sample.ts'
import {
  openAlarm,
  openHeldInvoice,
  openIdentity,
  openPasskey,
  openStuckPayment,
  openWebhookDelivery,
} from './sample-objects.ts'

/** Valid requests for the operation: from its schemas, unless those are not enough. */
export function samplesOf(operation: Operation): Sample[] {
  const standard: Sample = {
    title: operation.id,
    make: () => ({ ...(operation.bodyRequired && { body: leastBody(operation) }) }),
    status: successOf(operation),
    ofOwner: false,
  }
  return [SPECIAL[operation.id] ?? {}].flat().map((special) => ({ ...standard, ...special }))
}

function leastBody({ body }: Operation): unknown {
  return body && fc.sample(arbitraryOf(body, { least: true }), { numRuns: 1, seed: 1 })[0]
}

const guestOf = async (cast: Cast, owner: Person, guest: Person): Promise<string> => {
  const { body } = await cast.world.call('PUT', '/api/v1/wallet/share/invite', {
    key: owner.adminKey,
    body: { username: guest.username, permissions: ['view-payments'] },
  })
  return body.share_request_id
}

const newAcl = async ({ world }: Cast, { token }: Person): Promise<string> =>
  (await world.call('POST', '/api/v1/auth/acls', { token, body: { name: 'x', allowed_endpoints: [] } })).body.id

const newShortLink = async ({ world }: Cast, { adminKey }: Person): Promise<string> =>
  (await world.call('POST', '/api/v1/tinyurl', { key: adminKey, body: { url: 'https://shop.example' } })).body.id

const newContact = async ({ world }: Cast, { token }: Person): Promise<string> => {
  const body = { name: 'x', target: `someone-${fresh()}@pay.example` }
  return (await world.call('POST', '/api/v1/contacts', { token, body })).body.id
}

const openLnurlPayment = async (cast: Cast, owner: Person): Promise<SampleRequest> => {
  const { token } = cast.superUser
  await cast.world.call('PUT', '/api/v1/admin/topup', { token, body: { id: owner.id, amount: 100 } })
  return { body: { lnurl: (await openLnurlService(cast.world)).url('/pay'), amount: 1000 } }
}

const anotherUser: Special = {
  make: async (cast) => ({ params: { user_id: (await cast.openPerson()).userId } }),
}

const builtInOf = ({ world }: Cast): string => world.service.extensions.deps.present.list()[0]?.id ?? 'none'

/** Only the special parts. A comment explains a status other than success. */
const SPECIAL: Readonly<Record<string, Special | readonly Special[]>> = {
  // No account has that name, id, ticket or passkey.
  login: { status: 401 },
  loginByUserId: { status: 401 },
  proveSecondFactor: { status: 401 },
  loginByPasskey: { status: 401 },
  // It has no signature.
  loginWithNostr: { make: () => ({ body: { nostr_event: 'x' } }), status: 401 },
  // The account has no address.
  sendEmailCode: { status: 400 },
  verifyEmail: { status: 400 },
  // The world of the matrix names no relays.
  setNostrMessages: { status: 400 },
  verifyNostrMessages: { status: 400 },
  // There is a super user already.
  installFirstSuperUser: { status: 403 },
  // No link has that token.
  resetPassword: {
    make: () => ({ body: { token: 'A'.repeat(43), password: 'a password' } }),
    status: 400,
  },
  createResetLink: anotherUser,
  // It was never created.
  download: { make: () => ({ params: { link: 'x.y' } }), status: 400 },
  revokeInvitation: {
    make: async ({ world, superUser }) => ({
      params: {
        id: (await world.call('POST', '/users/api/v1/invitations', { token: superUser.token, body: {} })).body.id,
      },
    }),
  },
  listWalletsOfUser: anotherUser,
  updateCurrentUser: { make: () => ({ body: { display_name: 'Me' } }) },
  updatePassword: { make: () => ({ body: { new_password: 'a password' } }) },
  changePassword: { make: () => ({ body: { password: 'a password', password_repeat: 'a password' } }) },
  // There is no app, and it shows other digits.
  activateTotp: { status: 400 },
  removeTotp: { make: () => ({ body: { totp: '123456' } }), status: 400 },
  renewRecoveryCodes: { status: 400 },
  // The accounts of the cast have no password.
  stepUp: { make: () => ({ body: { password: 'a password' } }), status: 403 },
  beginStepUpByPasskey: { status: 400 },
  endSession: {
    ofOwner: true,
    make: async ({ world }, owner) => ({ params: { id: (await openSession(world, owner)).id } }),
  },
  // Nothing that an authenticator could have made.
  addPasskey: { status: 400 },
  registerByPasskey: { status: 400 },
  removePasskey: { make: async (cast, owner) => ({ params: { id: await openPasskey(cast, owner) } }), ofOwner: true },
  unlinkIdentity: { make: async (cast, owner) => ({ params: { id: await openIdentity(cast, owner) } }), ofOwner: true },
  // It has no signature: 401 is about the event, not about the caller.
  linkNostrKey: { status: 401 },
  linkProvider: { make: () => ({ params: { provider: 'github' } }) },
  beginProviderLogin: { make: () => ({ params: { provider: 'github' } }) },
  // It was not started here.
  endProviderLogin: { make: () => ({ params: { provider: 'github' } }), status: 401 },
  exchangeProviderCode: {
    make: () => ({ params: { provider: 'github' }, body: { code: 'x', state: 'x' } }),
    status: 401,
  },
  createAcl: { make: () => ({ body: { name: 'x', allowed_endpoints: ['GET /api/v1/wallet'] } }) },
  changeAcl: {
    make: async (cast, owner) => ({ params: { acl_id: await newAcl(cast, owner) }, body: { name: 'y' } }),
    ofOwner: true,
  },
  deleteAcl: { make: async (cast, owner) => ({ params: { acl_id: await newAcl(cast, owner) } }), ofOwner: true },
  createAclToken: { make: async (cast, owner) => ({ params: { acl_id: await newAcl(cast, owner) } }), ofOwner: true },
  revokeAclToken: {
    async make(cast, owner) {
      const acl = await newAcl(cast, owner)
      const { token } = owner
      const made = await cast.world.call('POST', `/api/v1/auth/acls/${acl}/tokens`, { token })
      return { params: { acl_id: acl, token_id: made.body.id } }
    },
    ofOwner: true,
  },
  inviteToWallet: {
    make: async (cast) => ({ body: { username: (await cast.openPerson()).username, permissions: ['view-payments'] } }),
  },
  acceptWalletShare: {
    make: async (cast, owner) => ({
      body: { share_request_id: await guestOf(cast, await cast.openPerson(), owner) },
    }),
    ofOwner: true,
  },
  rejectWalletShare: {
    make: async (cast, owner) => ({ params: { id: await guestOf(cast, await cast.openPerson(), owner) } }),
    ofOwner: true,
  },
  changeWalletShare: {
    make: async (cast, owner) => ({
      params: { id: await guestOf(cast, owner, await cast.openPerson()) },
      body: { permissions: ['view-payments'] },
    }),
    ofOwner: true,
  },
  endWalletShare: {
    make: async (cast, owner) => ({ params: { id: await guestOf(cast, owner, await cast.openPerson()) } }),
    ofOwner: true,
  },
  removeUserSecondFactor: anotherUser,
  createUser: { make: () => ({ body: { username: `made-${fresh()}`, password: 'a password' } }) },
  register: { make: () => ({ body: { username: `made-${fresh()}`, password: 'a password' } }) },
  getUser: anotherUser,
  updateUser: {
    make: async (cast) => ({ params: { user_id: (await cast.openPerson()).userId }, body: { email: 'a@b.example' } }),
  },
  deleteUser: anotherUser,
  adjustUserBalance: {
    make: async (cast) => ({ params: { user_id: (await cast.openPerson()).userId }, body: { amount: 1 } }),
  },
  topUpWallet: { make: async (cast) => ({ body: { id: (await cast.openPerson()).id, amount: 1 } }) },
  ...OTHER_SAMPLES,
  createContact: { make: () => ({ body: { name: 'x', target: `someone-${fresh()}@pay.example` } }) },
  importContacts: {
    make: () => ({ body: { contacts: [{ name: 'x', target: `someone-${fresh()}@pay.example` }] } }),
  },
  getContact: { make: async (cast, owner) => ({ params: { id: await newContact(cast, owner) } }), ofOwner: true },
  changeContact: {
    make: async (cast, owner) => ({ params: { id: await newContact(cast, owner) }, body: { note: 'y' } }),
    ofOwner: true,
  },
  deleteContact: { make: async (cast, owner) => ({ params: { id: await newContact(cast, owner) } }), ofOwner: true },
  notePayment: {
    make: async ({ world }, owner) => ({
      params: { checking_id: (await world.invoice(owner, 1)).checking_id },
      body: { note: 'y' },
    }),
    ofOwner: true,
  },
  renameWallet: { make: () => ({ body: { name: 'x' } }) },
  orderWallets: { make: () => ({ body: { wallet_ids: [] } }) },
  createPayment: [
    {
      title: 'createPayment, receiving',
      make: () => ({ body: { out: false, amount: 1 } }),
      whoMay: ['invoice key', 'admin key', 'access token', 'guests who may `receive-payments`'],
    },
    {
      title: 'createPayment, sending',
      async make(cast, owner) {
        const { token } = cast.superUser
        await cast.world.call('PUT', '/api/v1/admin/topup', { token, body: { id: owner.id, amount: 100 } })
        return { body: { out: true, bolt11: (await cast.world.foreignInvoice(1000)).bolt11 } }
      },
      whoMay: ['admin key', 'access token', 'guests who may `send-payments`'],
    },
  ],
  // An LNURL service of another operator answers them.
  scanLnurl: { make: async ({ world }) => ({ body: { lnurl: (await openLnurlService(world)).url('/pay') } }) },
  scanLnurlCode: {
    make: async ({ world }) => ({ params: { code: encodeLnurl((await openLnurlService(world)).url('/pay')) } }),
  },
  payLnurl: { make: openLnurlPayment },
  payLnurlByOtherName: { make: openLnurlPayment },
  withdrawLnurl: {
    make: async ({ world }) => ({ body: { lnurl: (await openLnurlService(world)).url('/withdraw'), amount: 21 } }),
  },
  logInByLnurl: {
    make: async ({ world }) => ({
      body: { callback: (await openLnurlService(world)).url(`/login?tag=login&k1=${'ab'.repeat(32)}`) },
    }),
  },
  getPayment: {
    make: async (cast, owner) => ({ params: { checking_id: (await cast.world.invoice(owner, 1)).checking_id } }),
    ofOwner: true,
  },
  settlePayment: {
    make: async (cast, owner) => ({ params: { checking_id: await openHeldInvoice(cast, owner) } }),
    ofOwner: true,
  },
  cancelPayment: {
    make: async (cast, owner) => ({ params: { checking_id: await openHeldInvoice(cast, owner) } }),
    ofOwner: true,
  },
  // The schema does not define the form of a BOLT11 invoice.
  decodeInvoice: { make: async ({ world }) => ({ body: { data: (await world.foreignInvoice(1000)).bolt11 } }) },
  getFeeReserve: { make: async ({ world }) => ({ query: { invoice: (await world.foreignInvoice(1000)).bolt11 } }) },
  convert: { make: () => ({ body: { from: 'sat', to: 'BTC', amount: 1 } }) },
  getQrCode: { make: () => ({ params: { data: 'lnbc10u1example' } }) },
  getRate: { make: () => ({ params: { currency: 'USD' } }) },
  setHalt: { make: () => ({ body: { halted: false, force: true } }) },
  pollPayment: { make: async (cast, owner) => ({ params: { checking_id: await openStuckPayment(cast, owner) } }) },
  resolvePayment: {
    make: async (cast, owner) => ({
      params: { checking_id: await openStuckPayment(cast, owner) },
      body: { outcome: 'failed', reason: 'x', force: true },
    }),
  },
  acknowledgeAlarm: {
    make: async (cast) => ({ params: { id: await openAlarm(cast) }, body: { acknowledged: true } }),
  },
  ...NODE_SAMPLES,
  changeSettings: { make: () => ({ body: { site_name: 'Ours' } }) },
  changeSettingsOfAdmin: { make: () => ({ body: { site_name: 'Ours' } }) },
  redeliverWebhook: {
    make: async (cast, owner) => ({ params: { id: await openWebhookDelivery(cast, owner) } }),
    ofOwner: true,
  },
  createShortLink: { make: () => ({ body: { url: 'https://shop.example' } }) },
  getShortLink: { make: async (cast, owner) => ({ params: { id: await newShortLink(cast, owner) } }), ofOwner: true },
  deleteShortLink: {
    make: async (cast, owner) => ({ params: { id: await newShortLink(cast, owner) } }),
    ofOwner: true,
  },
  followShortLink: { make: async (cast) => ({ params: { id: await newShortLink(cast, cast.stranger) } }) },
  installExtension: {
    async make(cast, owner) {
      const extId = builtInOf(cast)
      await cast.world.call('DELETE', `/api/v1/extension/${extId}`, { key: owner.adminKey })
      return { body: { ext_id: extId } }
    },
    status: 201,
  },
  describeExtension: { make: (cast) => ({ params: { ext_id: builtInOf(cast) } }) },
  toggleExtension: { make: (cast) => ({ params: { ext_id: builtInOf(cast) }, body: { active: true } }) },
  setSpendGrant: { make: () => ({ params: { ext_id: 'jar' }, body: { active: true } }) },
  uninstallExtension: {
    async make(cast, owner) {
      const extId = builtInOf(cast)
      await cast.world.call('PUT', `/api/v1/extension/${extId}`, { key: owner.adminKey, body: { active: true } })
      return { params: { ext_id: extId } }
    },
  },
  governExtension: { make: (cast) => ({ body: { extension: builtInOf(cast), active: true } }) },
  governExtensionOfServer: { make: (cast) => ({ body: { extension: builtInOf(cast), active: true } }) },
  installExtensionOfServer: { make: (cast) => ({ body: { ext_id: builtInOf(cast) } }), status: 200 },
  getExtension: { make: (cast) => ({ params: { ext_id: builtInOf(cast) } }) },
  listReleasesOfExtension: { make: (cast) => ({ params: { ext_id: builtInOf(cast) } }) },
  // Without an upgrade there is no socket.
  openWebSocket: { status: 400 },
  openWebSocketOf: { status: 400, make: (_cast, owner) => ({ params: { id: owner.invoiceKey } }) },
}
