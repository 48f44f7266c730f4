import { LARGE_BODY_BYTES } from '@satchel/http/body-limits'
import { Detail } from '@satchel/http/detail'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import type { Pages } from '@satchel/lnurl/find-payable'
import { Type } from 'typebox'
import { userIdOf } from '../../access/access-rules.ts'
import { unixSeconds } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { PaymentDeps } from '../states/payment-deps.ts'
import { changeContact, contactNotFound, createContact, importContacts, removeContact } from './contact-commands.ts'
import { ContactBody, ContactChanges, ContactList, ImportedContacts, NewContact } from './contact-schemas.ts'
import { type Contact, findContact, listContacts } from './contact-store.ts'
import { readContactTarget } from './read-contact-target.ts'

interface ContactRoutesDeps extends Pick<PaymentDeps, 'db' | 'clock'> {
  /** Pages of this installation. */
  readonly pages: Pages
}

/** Routes for a user's contacts. */
export function contactRoutes(app: HttpApp, { db, clock, pages }: ContactRoutesDeps): void {
  const require = async (userId: string, id: string): Promise<Contact> => {
    const contact = await findContact(db, userId, id)
    if (contact === undefined) throw contactNotFound()
    return contact
  }
  app.get('/api/v1/contacts', { config: { access: 'user' }, schema: LIST }, async (request, reply) => {
    const { contacts, total } = await listContacts(db, userIdOf(request), request.query)
    reply.header('X-Total-Count', total)
    return contacts.map(toBody)
  })
  app.get('/api/v1/contacts/export', { config: { access: 'user' }, schema: EXPORT }, async (request, reply) => {
    const { contacts } = await listContacts(db, userIdOf(request), { limit: 10_000, offset: 0 })
    reply.header('Content-Disposition', 'attachment; filename="contacts.json"')
    return { contacts: contacts.map(({ name, target, note }) => ({ name, target, note })) }
  })
  app.post('/api/v1/contacts', { config: { access: 'user' }, schema: CREATE }, async (request, reply) => {
    const { name, target, note = '' } = request.body
    const contact = toContact({ name, note, target: readContactTarget(target, ['target'], pages) }, unixSeconds(clock))
    await db.transact(createContact, { userId: userIdOf(request), contact })
    reply.code(201)
    return toBody(contact)
  })
  app.post(
    '/api/v1/contacts/import',
    { config: { access: 'user' }, schema: IMPORT, bodyLimit: LARGE_BODY_BYTES },
    async (request) => {
      const at = unixSeconds(clock)
      const contacts = request.body.contacts.map(({ name, target, note = '' }, index) =>
        toContact({ name, note, target: readContactTarget(target, ['contacts', index, 'target'], pages) }, at),
      )
      return db.transact(importContacts, { userId: userIdOf(request), contacts })
    },
  )
  app.get('/api/v1/contacts/:id', { config: { access: 'user' }, schema: GET }, async (request) =>
    toBody(await require(userIdOf(request), request.params.id)),
  )
  app.put('/api/v1/contacts/:id', { config: { access: 'user' }, schema: CHANGE }, async (request) => {
    const { id } = request.params
    const { target, ...rest } = request.body
    const change = { ...rest, ...(target !== undefined && { target: readContactTarget(target, ['target'], pages) }) }
    await db.transact(changeContact, { userId: userIdOf(request), id, change })
    return toBody(await require(userIdOf(request), id))
  })
  app.delete('/api/v1/contacts/:id', { config: { access: 'user' }, schema: REMOVE }, async (request) => {
    await db.transact(removeContact, { userId: userIdOf(request), id: request.params.id })
    return { detail: 'Contact deleted' }
  })
}

const toContact = (given: Pick<Contact, 'name' | 'target' | 'note'>, createdAt: number): Contact => ({
  ...given,
  id: newId(),
  createdAt,
  lastUsedAt: undefined,
})

const toBody = ({ id, name, target, note, createdAt, lastUsedAt }: Contact) => ({
  id,
  name,
  target,
  note,
  created_at: createdAt,
  last_used_at: lastUsedAt ?? null,
})

const CONTACT = schemaRef(ContactBody, 'The contact.')
const WHICH = Type.Object({
  id: Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$', description: 'Id of the contact.' }),
})

const LIST = {
  operationId: 'listContacts',
  tags: ['contacts'],
  summary: 'List your contacts',
  description: 'By name. `X-Total-Count` is the number of matches.',
  querystring: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Page size, 1 to 1000.' }),
    offset: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: 'Number of entries to skip.' }),
    search: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^[^\\u0000]*$',
        description: 'Only contacts with this text in name, target or note; not case-sensitive.',
      }),
    ),
  }),
  response: { 200: Type.Array(schemaRef(ContactBody), { description: 'One page.' }) },
} as const

const EXPORT = {
  operationId: 'exportContacts',
  tags: ['contacts'],
  summary: 'Export your contacts as a file',
  description: 'In the format of `POST /api/v1/contacts/import`.',
  response: { 200: schemaRef(ContactList, 'The file.') },
} as const

const CREATE = {
  operationId: 'createContact',
  tags: ['contacts'],
  summary: 'Create a contact',
  description: 'The format of the target is checked, without a request to it. 400 if another contact of yours has it.',
  body: NewContact,
  response: { 201: CONTACT },
} as const

const IMPORT = {
  operationId: 'importContacts',
  tags: ['contacts'],
  summary: 'Import contacts',
  description:
    'All or none are imported. An existing contact with the same target gets the new name and note, and keeps its payments.',
  body: ImportedContacts,
  response: {
    200: Type.Object(
      {
        created: Type.Integer({ description: 'Number of new contacts.' }),
        changed: Type.Integer({ description: 'Number of contacts that existed already.' }),
      },
      { description: 'Imported.' },
    ),
  },
} as const

const GET = {
  operationId: 'getContact',
  tags: ['contacts'],
  summary: 'Read a contact',
  description: '404 for contacts of other accounts.',
  params: WHICH,
  response: { 200: CONTACT },
} as const

const CHANGE = {
  operationId: 'changeContact',
  tags: ['contacts'],
  summary: 'Change a contact',
  description: 'Omitted fields keep their values.',
  params: WHICH,
  body: ContactChanges,
  response: { 200: CONTACT },
} as const

const REMOVE = {
  operationId: 'deleteContact',
  tags: ['contacts'],
  summary: 'Delete a contact',
  description: 'Payments linked to it keep their notes and labels.',
  params: WHICH,
  response: { 200: schemaRef(Detail, 'Deleted.') },
} as const
