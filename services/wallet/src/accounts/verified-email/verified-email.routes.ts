import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { badRequest, ServiceError, unauthenticated } from '@satchel/http/service-error'
import { Type } from 'typebox'
import { actorOf, userIdOf } from '../../access/access-rules.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Throttle } from '../../throttle/throttle.ts'
import type { User } from '../users/user.ts'
import { findUser } from '../users/user-store.ts'
import { EMAIL_CODE_WINDOW_SECONDS, type EmailCodes } from './email-codes.ts'
import { findVerifiedEmail, noteVerifiedEmail } from './verified-email-store.ts'

export interface VerifiedEmailRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly throttle: Throttle
  readonly emailCodes: EmailCodes
  /** Queues the mail with a code, once for each `reference`; undefined = this service sends no mail. */
  readonly mailCode:
    | ((code: { readonly user: User; readonly text: string; readonly reference: string }) => Promise<void>)
    | undefined
}

/** Routes to verify the profile's e-mail address by a mailed code. */
export function verifiedEmailRoutes(app: HttpApp, deps: VerifiedEmailRoutesDeps): void {
  const { db, clock, throttle, emailCodes, mailCode } = deps
  const requireAddress = async (userId: string): Promise<User> => {
    const user = await findUser(db, userId)
    if (user === undefined) throw unauthenticated('This account is gone.', { code: 'account_gone' })
    if (user.email !== '') return user
    throw badRequest('This account has no e-mail address; set one with PUT /api/v1/auth/me.', { code: 'email_missing' })
  }
  const tell = async (userId: string) => {
    const user = await findUser(db, userId)
    return { email: user?.email ?? '', verified: (await findVerifiedEmail(db, userId)) !== undefined }
  }
  app.get('/api/v1/auth/email', { config: { access: 'user' }, schema: GET }, (request) => tell(userIdOf(request)))
  app.post('/api/v1/auth/email/code', { config: { access: 'user' }, schema: SEND }, async (request, reply) => {
    const user = await requireAddress(userIdOf(request))
    if (mailCode === undefined)
      throw new ServiceError({ status: 501, code: 'mail_unavailable', detail: 'This service sends no mail.' })
    const window = Math.floor(unixSeconds(clock) / EMAIL_CODE_WINDOW_SECONDS)
    await mailCode({
      user,
      text: `The code is ${emailCodes.codeFor(user.id, user.email)}`,
      reference: `code ${user.id} ${user.email} ${window}`,
    })
    reply.code(202)
    return { detail: 'A code is on its way' }
  })
  app.post('/api/v1/auth/email/verify', { config: { access: 'user' }, schema: VERIFY }, async (request) => {
    const user = await requireAddress(userIdOf(request))
    await throttle.around('email-code', { account: user.id }, async () => {
      if (emailCodes.matches(user.id, user.email, request.body.code)) return
      throw badRequest('The code is wrong or has expired.', { code: 'email_code_wrong' })
    })
    const at = unixSeconds(clock)
    await db.transact(noteVerifiedEmail, { userId: user.id, email: user.email, actor: actorOf(request), at })
    return tell(user.id)
  })
}

const VerifiedEmail = Type.Object(
  {
    email: Type.String({ description: 'Address of the profile, or empty.' }),
    verified: Type.Boolean({
      description: 'True: you have proven that the address is yours. A new address needs a new proof.',
    }),
  },
  { description: 'Address, and whether it is verified.' },
)

const ANSWER = { 200: VerifiedEmail }

const GET = {
  operationId: 'getVerifiedEmail',
  tags: ['accounts'],
  summary: 'Read whether your email address is verified',
  description:
    'Reports go only to a verified address, and only accounts with one send emails to their customers. An address that a provider has verified for a linked log-in counts, too.',
  response: ANSWER,
} as const

const SEND = {
  operationId: 'sendEmailCode',
  tags: ['accounts'],
  summary: 'Send a code to your email address',
  description:
    'To the `email` of your profile; for `POST /api/v1/auth/email/verify` within 30 minutes, and one email in that time. 400 without an address; 501 if the operator has configured no mail server.',
  response: { 202: schemaRef(Detail, 'Queued.') },
} as const

const VERIFY = {
  operationId: 'verifyEmail',
  tags: ['accounts'],
  summary: 'Verify your email address',
  description: 'With the code of the email. 400 if it is wrong; from the sixth wrong one on, 429.',
  body: Type.Object(
    {
      code: Type.String({
        minLength: 1,
        maxLength: 32,
        writeOnly: true,
        description: 'Code of the email; not case-sensitive.',
      }),
    },
    { additionalProperties: false },
  ),
  response: ANSWER,
} as const
