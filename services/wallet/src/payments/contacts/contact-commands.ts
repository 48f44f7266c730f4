import { badRequest, notFound, type ServiceError } from '@satchel/http/service-error'
import { defineCommand, type Tx } from '../../db/database.ts'
import {
  type Contact,
  countContacts,
  deleteContact,
  findContact,
  findContactByTarget,
  forgetContactOfPayments,
  insertContact,
  setContact,
} from './contact-store.ts'

const MAX_CONTACTS = 5000

export const createContact = defineCommand({
  name: 'create-contact',
  run: async (tx, { userId, contact }: { userId: string; contact: Contact }): Promise<void> => {
    if ((await findContactByTarget(tx, userId, contact.target)) !== undefined) throw exists()
    await requireRoom(tx, userId, 1)
    await tx.run(insertContact(userId, contact))
  },
})

export interface ContactChange {
  readonly userId: string
  readonly id: string
  readonly change: Partial<Pick<Contact, 'name' | 'target' | 'note'>>
}

export const changeContact = defineCommand({
  name: 'change-contact',
  run: async (tx, { userId, id, change }: ContactChange): Promise<void> => {
    const contact = await requireContact(tx, userId, id)
    const same = change.target === undefined ? undefined : await findContactByTarget(tx, userId, change.target)
    if (same !== undefined && same.id !== id) throw exists()
    await tx.run(setContact(userId, { ...contact, ...change }))
  },
})

export const removeContact = defineCommand({
  name: 'remove-contact',
  run: async (tx, { userId, id }: { userId: string; id: string }): Promise<void> => {
    await requireContact(tx, userId, id)
    await tx.run(forgetContactOfPayments(id))
    await tx.run(deleteContact(userId, id))
  },
})

/**
 * Imports contacts from a file. An existing contact with the same target keeps its id and payments, and gets the name
 * and note of the file.
 */
export const importContacts = defineCommand({
  name: 'import-contacts',
  run: async (
    tx,
    { userId, contacts }: { userId: string; contacts: readonly Contact[] },
  ): Promise<{ created: number; changed: number }> => {
    let created = 0
    for (const contact of contacts) {
      const known = await findContactByTarget(tx, userId, contact.target)
      if (known === undefined) created += 1
      await tx.run(
        known === undefined ? insertContact(userId, contact) : setContact(userId, { ...contact, id: known.id }),
      )
    }
    await requireRoom(tx, userId, 0)
    return { created, changed: contacts.length - created }
  },
})

async function requireContact(tx: Tx, userId: string, id: string): Promise<Contact> {
  const contact = await findContact(tx, userId, id)
  if (contact === undefined) throw contactNotFound()
  return contact
}

export const contactNotFound = (): ServiceError => notFound('Contact not found.', { code: 'contact_not_found' })

const exists = (): ServiceError => badRequest('Another contact has this address or LNURL.', { code: 'contact_exists' })

async function requireRoom(tx: Tx, userId: string, more: number): Promise<void> {
  if ((await countContacts(tx, userId)) + more <= MAX_CONTACTS) return
  throw badRequest(`An account has at most ${MAX_CONTACTS} contacts; delete some first.`, {
    code: 'too_many_contacts',
    params: { max: MAX_CONTACTS },
  })
}
