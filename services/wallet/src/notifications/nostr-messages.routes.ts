import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, invalid } from '@satchel/http/service-error'
import { npubEncode } from 'nostr-tools/nip19'
import { Type } from 'typebox'
import { actorOf, userIdOf } from '../access/access-rules.ts'
import { shownBy } from '../access/shown-credential.ts'
import { EMAIL_CODE_WINDOW_SECONDS, type EmailCodes } from '../accounts/verified-email/email-codes.ts'
import { type Clock, unixSeconds } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { Throttle } from '../throttle/throttle.ts'
import type { NostrPost } from './nostr/nostr-post.ts'
import { findNostrRecipient, noteVerifiedNostr, removeNostrRecipient } from './nostr/recipient-store.ts'
import { nostrCodeOf } from './push/deliver-messages.ts'
import { requestNostrCode } from './push/request-nostr-code.ts'

export interface NostrMessagesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly throttle: Throttle
  readonly mail: { readonly emailCodes: EmailCodes }
  readonly messages: { readonly nostrPost: NostrPost | undefined; wake(): void }
}

const PATH = '/api/v1/push/nostr'

/** Messages over Nostr (NIP-17): a user names a key and proves access to it by a code that is sent there. */
export function nostrMessagesRoutes(app: HttpApp, deps: NostrMessagesDeps): void {
  const { db, clock, throttle, messages } = deps
  const { nostrPost } = messages
  const describe = async (userId: string) => {
    const found = await findNostrRecipient(db, userId)
    return {
      sender: nostrPost === undefined ? null : npubEncode(nostrPost.senderKey),
      address: found?.address ?? null,
      key: found === undefined ? null : npubEncode(found.pubkey),
      relays: found === undefined ? [] : [...found.relays],
      verified: found?.isVerified ?? false,
    }
  }
  app.get(PATH, { config: { access: 'user' }, schema: GET }, (request) => describe(userIdOf(request)))
  app.put(PATH, { config: { access: 'user', grantsAccess: true }, schema: SET }, async (request) => {
    if (nostrPost === undefined)
      throw badRequest('This service sends no messages by Nostr.', { code: 'nostr_messages_off' })
    const userId = userIdOf(request)
    const address = request.body.address.trim()
    const found = await nostrPost.resolve(address)
    if ('problem' in found)
      throw invalid(
        { type: 'value_error', loc: ['body', 'address'], msg: found.problem },
        { code: 'nostr_address_wrong' },
      )
    const window = Math.floor(unixSeconds(clock) / EMAIL_CODE_WINDOW_SECONDS)
    const wanted = { userId, address, ...found, window, now: clock() }
    await db.transact(requestNostrCode, { ...wanted, shown: shownBy(request) })
    messages.wake()
    return describe(userId)
  })
  app.post(`${PATH}/verify`, { config: { access: 'user' }, schema: VERIFY }, async (request) => {
    const userId = userIdOf(request)
    const found = await findNostrRecipient(db, userId)
    if (found === undefined) throw badRequest('No Nostr key is set; set one first.', { code: 'nostr_key_missing' })
    const { pubkey } = found
    await throttle.around('email-code', { account: userId }, async () => {
      if (deps.mail.emailCodes.matches(userId, nostrCodeOf(pubkey), request.body.code)) return
      throw badRequest('The code is wrong or has expired.', { code: 'email_code_wrong' })
    })
    await db.transact(noteVerifiedNostr, { userId, pubkey, actor: actorOf(request), at: unixSeconds(clock) })
    return describe(userId)
  })
  app.delete(PATH, { config: { access: 'user' }, schema: REMOVE }, async (request) => {
    await db.transact(removeNostrRecipient, { userId: userIdOf(request) })
    return describe(userIdOf(request))
  })
}

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const NostrDestination = Type.Object(
  {
    sender: orNull('The npub that messages come from; null = this service sends none by Nostr.'),
    address: orNull('Address as you entered it; null = none.'),
    key: orNull('Public key of that address, as npub; null = none.'),
    relays: Type.Array(Type.String(), {
      description: 'Relays that messages are sent to, from your relay list (kind 10050).',
    }),
    verified: Type.Boolean({
      description: 'True: the code that was sent to it was confirmed. A new key needs a new proof.',
    }),
  },
  { $id: 'NostrDestination', description: 'Where your messages by Nostr go.' },
)

const ANSWER = { 200: schemaRef(NostrDestination, 'The destination of your messages.') }

const tags = ['notifications']

const GET = {
  operationId: 'getNostrMessages',
  tags,
  summary: 'Read the state of messages by Nostr',
  description: 'Direct messages (NIP-17). Enable them with `notify_nostr` in `PUT /api/v1/auth/me/preferences`.',
  response: ANSWER,
} as const

const SET = {
  operationId: 'setNostrMessages',
  tags,
  summary: 'Set the Nostr key for your messages',
  description:
    'An npub, an nprofile or a name such as `alice@example.org` (NIP-05). Sends a direct message with a code, for `POST /api/v1/push/nostr/verify` within 30 minutes; one in that time, five a day. 400 if the service sends no messages by Nostr; 422 if the name is unknown.',
  body: Type.Object(
    {
      address: Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: '^[^\\u0000-\\u001f]+$',
        description: 'Key or name.',
        examples: ['npub180cvv07tjdrrgpa0j7j7tmnyl2yr6yr7l8j4s3evf6u64th6gkwsyjh6w6'],
      }),
    },
    { additionalProperties: false },
  ),
  response: ANSWER,
} as const

const VERIFY = {
  operationId: 'verifyNostrMessages',
  tags,
  summary: 'Verify the Nostr key for your messages',
  description: 'With the code of the first message. 400 if it is wrong; from the sixth wrong one on, 429.',
  body: Type.Object(
    {
      code: Type.String({
        minLength: 1,
        maxLength: 32,
        writeOnly: true,
        description: 'Code of the message; not case-sensitive.',
      }),
    },
    { additionalProperties: false },
  ),
  response: ANSWER,
} as const

const REMOVE = {
  operationId: 'removeNostrMessages',
  tags,
  summary: 'Remove the Nostr key for your messages',
  description: 'Also if there is none.',
  response: ANSWER,
} as const
