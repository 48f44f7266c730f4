import type { Contact } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const CONTACTS_LIMIT = 1000

const contactsQuery = (search: string) => ({
  queryKey: ['contacts', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call('GET /api/v1/contacts', { query: { limit: CONTACTS_LIMIT, ...(search !== '' && { search }) } }, { signal }),
})

/** The contacts of this person, sorted by name. `search`: only those that contain this text. */
export const useContacts = (search = '') =>
  useQuery({
    ...contactsQuery(search),
    // Keep the previous list while the person types.
    placeholderData: (before: readonly Contact[] | undefined) => before,
  })

/** Reloads the contacts after one was created, changed, deleted or paid. */
export const refreshContacts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['contacts'] })

/** The contact of a payment: the one stored with it, else the one with its Lightning address. Null: none. */
export const useContactOf = (contactId: string | undefined, address: string | undefined) =>
  useQuery({
    queryKey: ['contacts', 'of', contactId, address],
    queryFn: async () =>
      (contactId === undefined ? null : await readContact(contactId)) ?? (await findByTarget(address)),
    enabled: contactId !== undefined || address !== undefined,
  }).data

/** The contact with one of these targets; undefined if there is none or the service does not answer. */
export async function findContact(targets: readonly (string | undefined)[]): Promise<Contact | undefined> {
  try {
    for (const target of targets) {
      const found = await findByTarget(target)
      if (found !== null) return found
    }
  } catch {
    // The name is optional: pay without it.
  }
  return undefined
}

/** Null: the contact was deleted, or belongs to another person with access to the wallet. */
async function readContact(id: string): Promise<Contact | null> {
  try {
    return await call('GET /api/v1/contacts/{id}', { path: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const MAX_SEARCH = 100

/** The search of the service also finds parts of a target; keep only an exact match. */
async function findByTarget(target: string | undefined): Promise<Contact | null> {
  const wanted = target?.trim().toLowerCase() ?? ''
  if (wanted === '') return null
  const found = await call('GET /api/v1/contacts', { query: { search: wanted.slice(0, MAX_SEARCH) } })
  return found.find((contact) => contact.target.toLowerCase() === wanted) ?? null
}

/** Stores which contact was paid. Errors are ignored: the payment succeeded anyway. */
export async function notePaidContact(contactId: string, checkingId: string, walletId: string): Promise<void> {
  await call('PUT /api/v1/payments/{checking_id}/note', {
    path: { checking_id: checkingId },
    query: { wallet_id: walletId },
    body: { contact_id: contactId },
  }).catch(() => undefined)
  await refreshContacts()
}
